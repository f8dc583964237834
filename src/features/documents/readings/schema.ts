import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { document } from '../documents/index.ts';
import { ocrChoices } from '../ocr/index.ts';

const readingKinds = ['document', 'audio'] as const;

/** `audio` for recordings, `document` for all other files. */
export type ReadingKind = (typeof readingKinds)[number];

export { pageQuery };

export const readingQuery = pageQuery.extend({ kind: z.enum(readingKinds).default('document') });

export const beginBody = z.object({ ocr_choice: z.enum(ocrChoices).default('general') });

/** Fields of the result are null until the document has been read, and if it does not contain them. */
export const reading = document.extend({
  kind: z.enum(readingKinds),
  /** The last run on the document, even if it is over. */
  work: z
    .object({
      status: z.enum(['queued', 'running', 'done', 'failed']),
      progress: z.number(),
      note: z.string().nullable(),
      /** Why it failed, and what to do. */
      detail: z.string().nullable(),
    })
    .nullable(),
  processed_at: z.string().nullable(),
  total_pages: z.number().int().nullable(),
  company_name: z.string().nullable(),
  /** Evidence for the company name. */
  company_evidence: z.string().nullable(),
  report_year: z.number().int().nullable(),
  year_evidence: z.string().nullable(),
  /** Duration of a recording. */
  duration_ms: z.number().int().nullable(),
});

const page = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

export const readingList = z.object({ readings: z.array(reading), ...page });

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['heading', 'text', 'note']), text: z.string() }).meta({
    description: '`note`: the page could not be read, and why.',
  }),
  z.object({
    kind: z.literal('table'),
    caption: z.string().nullable(),
    header: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
]);

export const pageList = z.object({
  pages: z.array(
    z.object({
      page_number: z.number().int(),
      /** How answers name it: "page 7", "slide 3", "section Prices", "sheet 2026". */
      place: z.string(),
      blocks: z.array(block),
      markdown: z.string(),
    }),
  ),
  ...page,
});

export type Block = z.output<typeof block>;

export const transcript = z.object({
  duration_ms: z.number().int(),
  sentences: z.array(z.object({ start_ms: z.number().int(), end_ms: z.number().int(), text: z.string() })),
});

nameSchemas({
  Reading: reading,
  ReadingList: readingList,
  NewReading: beginBody,
  ReadingPages: pageList,
  ReadingPage: pageList.shape.pages.element,
  ReadingTranscript: transcript,
  ReadingSentence: transcript.shape.sentences.element,
});
