import { z } from 'zod';
import { agentTimeField } from '../../../http/agent-time.ts';
import { requiredId } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { keptIn, questionText } from '../document-chats/index.ts';

export const health = z.object({ status: z.literal('healthy'), service: z.literal('ocr_agent') });

export const ocrChoices = ['general', 'text_layer', 'ocr'] as const;

/** How pages are read: `general` and `text_layer` use the text in the file. */
export type OcrChoice = (typeof ocrChoices)[number];

const documentId = requiredId('document_id is required for security validation');

export const documentBody = z.object({ document_id: documentId });

export const contentBody = documentBody.extend({
  first_page: z.number().int().min(1).max(1_000_000).default(1),
  /** Defaults to all pages. */
  page_limit: z.number().int().min(1).max(1_000_000).optional(),
});

export const questionBody = z.object({
  document_id: documentId,
  question: questionText,
  conversation_id: keptIn,
});

export const answer = z.object({ answer: z.string() });

export const processQuery = z.object({
  ocr_choice: z.enum(ocrChoices).default('general'),
  force_reparse: z.enum(['true', 'false']).default('false'),
});

/** UTC, without a zone, as the agents' API formats times. */
export const processed = z.object({
  message: z.string(),
  document_id: z.string(),
  already_processed: z.boolean(),
  processed_at: agentTimeField.optional(),
});

const table = z.object({ text: z.string(), structure: z.string(), raw_data: z.array(z.string()) });

export const contentPage = z.object({
  page_number: z.number().int(),
  text_chunks: z.array(z.object({ text: z.string() })),
  tables: z.array(table),
  /** The page as Markdown: headings, paragraphs and tables in reading order. */
  markdown: z.string(),
});

/** Data about a document that precedes its pages. */
export const contentHead = z.object({
  document_id: z.string(),
  company_name: z.string().nullable(),
  report_year: z.number().int().nullable(),
  total_pages: z.number().int(),
});

export const content = contentHead.extend({ pages: z.array(contentPage) });

nameSchemas({
  OcrAgentHealth: health,
  OcrDocument: documentBody,
  OcrContentRequest: contentBody,
  OcrQuestion: questionBody,
  OcrAnswer: answer,
  OcrProcessing: processed,
  OcrContent: content,
  OcrPage: contentPage,
  OcrTable: table,
  OcrTextChunk: contentPage.shape.text_chunks.element,
});
