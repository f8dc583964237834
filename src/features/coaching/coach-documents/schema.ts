import { z } from 'zod';
import { lineOf, linesOf, pageFields } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const mostCharacters = 1_000_000;
const title = lineOf(300);

export const newDocument = z.object({ title, text: linesOf(mostCharacters) });
export type NewDocument = z.output<typeof newDocument>;

/** Optional form field beside the file. */
export const uploadTitle = z.object({ title: title.optional() });
export const documentForm = uploadTitle.extend({ file: z.file() });

const statuses = ['processing', 'ready', 'failed'] as const;

export const coachDocument = z.object({
  uuid: z.string(),
  title: z.string(),
  /** `text`: sent as text. `upload`: a file, which is also in the uploader's knowledge base. */
  source: z.enum(['text', 'upload']),
  status: z.enum(statuses),
  created_at: z.string(),
});
export type CoachDocument = z.output<typeof coachDocument>;

/** Null until the document is ready. */
export const wholeDocument = coachDocument.extend({ text: z.string().nullable() });
export type WholeDocument = z.output<typeof wholeDocument>;

export const documentUuid = z.object({ uuid: z.uuid() });
export const documentList = z.object({ results: z.array(coachDocument), ...pageFields });

nameSchemas({
  CoachDocument: coachDocument,
  CoachDocumentDetail: wholeDocument,
  CoachDocumentList: documentList,
  NewCoachDocument: newDocument,
  CoachDocumentForm: documentForm,
});
