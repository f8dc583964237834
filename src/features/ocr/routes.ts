import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { agentTime } from '../../http/agent-time.ts';
import { organisationOf, userOf } from '../../http/identity.ts';
import type { Table } from '../../pdf/index.ts';
import { type Conversations, keepExchange, registerConversationRoutes, turnsBefore } from '../conversations/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { markdownOf, markdownTable } from './markdown.ts';
import { refusal } from './refusal.ts';
import * as schema from './schema.ts';
import type { Ocr, OcrContent, Processed } from './service.ts';
import { sentenceOf, statementsOf } from './table-words.ts';

type OneDocument = { Body: z.output<typeof schema.documentBody> };

const base = '/api/agents/ocr_agent';
const tags = ['document agent'] as const;
const access = { scopes: ['agent:ocr'] } as const;

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

const errors = {
  forbidden: 'Also when the document is not yours, or there is none of that UUID.',
  not_found: 'The document was not processed, or has no file.',
} as const;
const fullConversation = 'The conversation has as many messages as it may.';

export interface OcrAgent {
  readonly ocr: Ocr;
  readonly conversations: Conversations;
}

export function registerOcrRoutes(app: FastifyInstance, { ocr, conversations }: OcrAgent): void {
  registerReading(app, ocr);
  registerAsk(app, { ocr, conversations });
  registerConversationRoutes(app, conversations, {
    ...{ kind: 'ocr', base, tag: tags[0] },
    async check(owner, documentUuid) {
      const found = await ocr.find(owner, documentUuid);
      if ('kind' in found) throw refusal(found.why, documentUuid, '');
    },
    async about(owner, documentUuid) {
      const found = await ocr.find(owner, documentUuid);
      if ('kind' in found) return null;
      const { companyName, reportYear } = found;
      return { document_id: documentUuid, company_name: companyName, report_year: reportYear };
    },
  });
}

function registerAsk(app: FastifyInstance, { ocr, conversations }: OcrAgent): void {
  app.route<{ Body: z.output<typeof schema.questionBody> }>({
    method: 'POST',
    url: `${base}/ask_ocr`,
    config: { access: {}, errors: { ...errors, conflict: fullConversation }, audit: 'none' },
    schema: {
      summary: 'Answers a question from a processed document of yours, and names the pages that say so.',
      description:
        'Specific questions, summaries ("summarise it"), the full text, key highlights and topics ("tell me about the risks") are told apart. What the document does not say is said to be missing. With `conversation_id`, question and answer are added to that conversation, and the question may lean on what was asked there before: "And in 2022?"',
      tags,
      body: schema.questionBody,
      response: { 200: schema.answer },
    },
    handler: async (request) => {
      const { document_id, question, conversation_id } = request.body;
      const owner = ownerOf(request);
      const key = { owner, agent: 'ocr', number: conversation_id ?? 0 } as const;
      const earlier = key.number > 0 ? await turnsBefore(conversations, key, document_id) : [];
      const made = await ocr.ask(owner, document_id, { question, earlier });
      if (made.kind === 'refused') throw refusal(made.why, document_id, request.id);
      if (key.number > 0) await keepExchange(conversations, key, { documentUuid: document_id, question, answer: made });
      return { answer: made.text };
    },
  });
}

function registerReading(app: FastifyInstance, ocr: Ocr): void {
  app.route({
    method: 'GET',
    url: `${base}/health`,
    config: { access: 'public' },
    schema: { summary: 'Whether the document agent answers.', tags, response: { 200: schema.health } },
    handler: async () => ({ status: 'healthy', service: 'ocr_agent' }) as const,
  });

  app.route<OneDocument & { Querystring: z.output<typeof schema.processQuery> }>({
    method: 'POST',
    url: `${base}/process_pdf`,
    config: { access, errors: { ...errors, conflict: 'The reading was called off meanwhile.' } },
    schema: {
      summary: 'Reads a PDF of yours and keeps what its pages say; answers when that is done.',
      description:
        'A document that was read before is not read again, unless `force_reparse` is true: then the new result takes the place of the old one once it is whole. Who asks while it is being read gets what comes of that.',
      tags,
      body: schema.documentBody,
      querystring: schema.processQuery,
      response: { 200: schema.processed },
    },
    handler: async (request) => {
      const { document_id } = request.body;
      const { ocr_choice, force_reparse } = request.query;
      const how = { choice: ocr_choice, isForced: force_reparse === 'true' };
      const made = await ocr.process(ownerOf(request), document_id, how);
      if (made.kind === 'refused') throw refusal(made.why, document_id, request.id);
      return processedToJson(made);
    },
  });

  app.route<OneDocument>({
    method: 'POST',
    url: `${base}/get_ocr_content`,
    config: { access, errors, audit: 'none' },
    schema: {
      summary: 'What the pages of a processed document say, page by page.',
      tags,
      body: schema.documentBody,
      response: { 200: schema.content },
    },
    handler: async (request) => {
      const { document_id } = request.body;
      const found = await ocr.content(ownerOf(request), document_id);
      if (found.kind === 'refused') throw refusal(found.why, document_id, request.id);
      return contentToJson(found);
    },
  });
}

function processedToJson({ document, alreadyProcessed, emptyPages }: Processed) {
  const { documentUuid: document_id, totalPages, processedAt } = document;
  if (alreadyProcessed)
    return {
      message: 'The document was already processed.',
      document_id,
      already_processed: true,
      processed_at: agentTime(processedAt),
    };
  const empty = emptyPages === 0 ? '' : ` ${emptyPages} of ${totalPages} pages have no text layer and are empty.`;
  return { message: `The document is processed.${empty}`, document_id, already_processed: false };
}

const contentToJson = ({ documentUuid, companyName, reportYear, totalPages, pages }: OcrContent) => ({
  document_id: documentUuid,
  company_name: companyName,
  report_year: reportYear,
  total_pages: totalPages,
  pages: pages.map(({ pageNumber, chunks }) => ({
    page_number: pageNumber,
    text_chunks: chunks.flatMap((chunk) =>
      chunk.kind === 'body' || chunk.kind === 'heading' ? [{ text: chunk.text }] : [],
    ),
    tables: chunks.flatMap((chunk) => (chunk.kind === 'table' ? [tableToJson(chunk.table)] : [])),
    markdown: markdownOf(chunks),
  })),
});

const tableToJson = (table: Table) => ({
  text: sentenceOf(table),
  structure: markdownTable(table),
  raw_data: statementsOf(table),
});
