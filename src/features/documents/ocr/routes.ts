import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { agentTime } from '../../../http/agent-time.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import type { Table } from '../../../pdf/index.ts';
import { type Conversations, given, registerConversationRoutes } from '../document-chats/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { markdownOf, markdownTable } from './markdown.ts';
import { refusal } from './refusal.ts';
import * as schema from './schema.ts';
import type { Ocr, OcrContent, Processed } from './service.ts';
import type { OcrPage } from './store.ts';
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
  forbidden: 'Also returned when the document is not yours or does not exist.',
  not_found: 'The document was not processed, or has no file.',
} as const;
const fullConversation = 'The chat has reached its maximum number of messages.';

export interface OcrAgent {
  readonly ocr: Ocr;
  readonly conversations: Conversations;
}

export function registerOcrRoutes(app: FastifyInstance, { ocr, conversations }: OcrAgent): void {
  registerReading(app, ocr);
  registerAsk(app, { ocr, conversations });
  registerConversationRoutes(app, conversations, {
    kind: 'ocr',
    base,
    tag: tags[0],
    async check(owner, documentUuid) {
      const document = await ocr.find(owner, documentUuid);
      if ('kind' in document) throw refusal(document.why, documentUuid, '');
    },
    async about(owner, documentUuid) {
      const document = await ocr.find(owner, documentUuid);
      if ('kind' in document) return null;
      const { companyName, reportYear } = document;
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
      summary: 'Answers a question from one of your processed documents and names the source pages.',
      description:
        'Distinguishes specific questions, summaries ("summarise it"), the full text, key highlights and topics ("tell me about the risks"). States when the document does not contain the answer. With `conversation_id`, the question and the answer are added to that chat, and the question may refer to earlier ones: "And in 2022?"',
      tags,
      body: schema.questionBody,
      response: { 200: schema.answer },
    },
    handler: async (request) => {
      const { document_id, question, conversation_id } = request.body;
      const owner = ownerOf(request);
      const key = { owner, agent: 'ocr', number: conversation_id ?? 0 } as const;
      const earlier = key.number > 0 ? given(await conversations.turns(key, document_id)) : [];
      const answer = await ocr.ask(owner, document_id, { question, earlier });
      if (answer.kind === 'refused') throw refusal(answer.why, document_id, request.id);
      if (key.number > 0)
        given(await conversations.exchange(key, { documentUuid: document_id, question, answer: answer }));
      return { answer: answer.text };
    },
  });
}

function registerReading(app: FastifyInstance, ocr: Ocr): void {
  app.route({
    method: 'GET',
    url: `${base}/health`,
    config: { access: 'public' },
    schema: { summary: 'Returns the health of the document agent.', tags, response: { 200: schema.health } },
    handler: async () => ({ status: 'healthy', service: 'ocr_agent' }) as const,
  });

  app.route<OneDocument & { Querystring: z.output<typeof schema.processQuery> }>({
    method: 'POST',
    url: `${base}/process_pdf`,
    config: { access, errors: { ...errors, conflict: 'Processing was cancelled.' } },
    schema: {
      summary: 'Processes one of your documents and responds when it is done.',
      description:
        'Returns the stored result for a processed document unless `force_reparse` is true; then the new result replaces the old one when it is complete. Concurrent requests share one run.',
      tags,
      body: schema.documentBody,
      querystring: schema.processQuery,
      response: { 200: schema.processed },
    },
    handler: async (request) => {
      const { document_id } = request.body;
      const { ocr_choice, force_reparse } = request.query;
      const how = { choice: ocr_choice, isForced: force_reparse === 'true' };
      const processed = await ocr.process(ownerOf(request), document_id, how);
      if (processed.kind === 'refused') throw refusal(processed.why, document_id, request.id);
      return processedToJson(processed);
    },
  });

  app.route<{ Body: z.output<typeof schema.contentBody> }>({
    method: 'POST',
    url: `${base}/get_ocr_content`,
    config: { access, errors, audit: 'none' },
    schema: {
      summary: 'Returns the content of a processed document, page by page.',
      description:
        'Returns all pages, or those from `first_page` on, `page_limit` at most. The response is written page by page; it ends early, as incomplete JSON, when the document is processed again meanwhile.',
      tags,
      body: schema.contentBody,
      response: { 200: schema.content },
    },
    handler: async (request, reply) => {
      const { document_id, first_page, page_limit } = request.body;
      const range = { offset: first_page - 1, limit: page_limit ?? Number.MAX_SAFE_INTEGER };
      const content = await ocr.content(ownerOf(request), document_id, range);
      if (content.kind === 'refused') throw refusal(content.why, document_id, request.id);
      const body = Readable.from(contentToJson(content), { objectMode: true, highWaterMark: 1 });
      return reply.type('application/json; charset=utf-8').send(body);
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
  const empty =
    emptyPages === 0 ? '' : ` ${emptyPages} of ${totalPages} pages have no text, or none that could be read.`;
  return { message: `The document is processed.${empty}`, document_id, already_processed: false };
}

/** Yields the content as JSON text, one page at a time; other work can run between pages. */
async function* contentToJson({ documentUuid, companyName, reportYear, totalPages, pages }: OcrContent) {
  const head = schema.contentHead.parse({
    document_id: documentUuid,
    company_name: companyName,
    report_year: reportYear,
    total_pages: totalPages,
  });
  yield `${JSON.stringify(head).slice(0, -1)},"pages":[`;
  let separator = '';
  for await (const page of pages) {
    yield separator + JSON.stringify(schema.contentPage.parse(pageToJson(page)));
    separator = ',';
    await setImmediate();
  }
  yield ']}';
}

const pageToJson = ({ pageNumber, chunks }: OcrPage) => ({
  page_number: pageNumber,
  text_chunks: chunks.flatMap((chunk) =>
    chunk.kind === 'body' || chunk.kind === 'heading' ? [{ text: chunk.text }] : [],
  ),
  tables: chunks.flatMap((chunk) => (chunk.kind === 'table' ? [tableToJson(chunk.table)] : [])),
  markdown: markdownOf(chunks),
});

const tableToJson = (table: Table) => ({
  text: sentenceOf(table),
  structure: markdownTable(table),
  raw_data: statementsOf(table),
});
