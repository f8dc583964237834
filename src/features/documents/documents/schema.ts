import { z } from 'zod';
import { lineOf, linesOf, pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const documentUuid = z.object({ uuid: z.uuid() });

export const visibilities = ['private', 'organisation'] as const;
export type Visibility = (typeof visibilities)[number];

export const document = z.object({
  uuid: z.string(),
  title: z.string(),
  file_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  created_at: z.string(),
  /** `private`: only you see it. `organisation`: all members read it, ask it and give it to agents. */
  visibility: z.enum(visibilities),
  /** Whether it is yours. Only its owner changes, reads again and deletes a document. */
  is_own: z.boolean(),
  /** Name or e-mail address of the colleague whose it is; null for your own. */
  owner_name: z.string().nullable(),
});

export const documentQuery = pageQuery;

export const documentList = z.object({
  documents: z.array(document),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

/** A URL that a browser can fetch without a credential. */
export const download = z.object({ download_url: z.string() });

/** Token in `download_url`. */
export const downloadQuery = z.object({ token: z.string().max(200).optional() });

export const documentPatch = z.object({
  title: lineOf(200).exactOptional(),
  visibility: z.enum(visibilities).exactOptional(),
});

/** Field of an upload that says who may read it. */
export const uploadVisibility = z.object({ visibility: z.enum(visibilities).optional() });

/** A text that is typed instead of uploaded, in Markdown. */
export const newText = z.object({
  title: lineOf(200),
  text: linesOf(1_000_000),
  visibility: z.enum(visibilities).optional(),
});

/** The form of an upload. */
export const documentForm = z.object({
  file: z.file(),
  title: z
    .string()
    .meta({ description: 'Stored as one line of at most 200 characters. Defaults to the file name.' })
    .optional(),
  visibility: z.enum(visibilities).optional(),
});

nameSchemas({
  Document: document,
  DocumentList: documentList,
  DocumentPatch: documentPatch,
  DocumentForm: documentForm,
  NewDocumentText: newText,
  DocumentDownload: download,
});
