import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../http/identity.ts';
import { Problem, type ProblemCode } from '../../http/problem.ts';
import type { DocumentOwner } from '../documents/index.ts';
import * as schema from './schema.ts';
import type { Ocr, OcrContent, OcrRefusal, Processed } from './service.ts';

type OneDocument = { Body: z.output<typeof schema.documentBody> };

const base = '/api/agents/ocr_agent';
const tags = ['document agent'];
const access = { scopes: ['agent:ocr'] } as const;

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

const errors = {
  forbidden: 'Also when the document is not yours, or there is none of that UUID.',
  not_found: 'The document was not processed, or has no file.',
} as const;

export function registerOcrRoutes(app: FastifyInstance, ocr: Ocr): void {
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
    config: { access, errors },
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
      if (found.kind === 'unprocessed')
        throw new Problem(
          'not_found',
          `The document ${document_id} is not in the OCR database: it must be processed first, with POST ${base}/process_pdf.`,
        );
      return contentToJson(found);
    },
  });
}

const refusals: Readonly<Record<OcrRefusal, readonly [ProblemCode, string]>> = {
  unknown: ['forbidden', 'A document with that UUID does not exist.'],
  foreign: ['forbidden', 'The document does not belong to this user.'],
  no_file: ['not_found', 'The document file was not found in the knowledge base.'],
  not_pdf: ['bad_request', 'The document is not a PDF; no other files are read.'],
  no_ocr: ['bad_request', 'Pages cannot be read as pictures here: leave ocr_choice out, or set it to text_layer.'],
  no_text: [
    'bad_request',
    'The document has no text layer: its pages are pictures, which cannot be read here. Add one that has text.',
  ],
  encrypted: ['bad_request', 'The document is locked with a password: add it again without one.'],
  damaged: ['bad_request', 'The document is damaged: save it again as a PDF, and add that.'],
  no_pages: ['bad_request', 'The document has no pages.'],
  too_many_pages: ['bad_request', 'The document has more than 5,000 pages: add it in parts.'],
  too_much_text: ['bad_request', 'The document has more text than is taken: add it in parts.'],
  too_slow: ['bad_request', 'A page of the document takes longer to read than it may: save it again as a simpler PDF.'],
  too_large: ['bad_request', 'The document takes more memory to read than it may: save it again as a simpler PDF.'],
  busy: ['unavailable', 'Too many documents are being read; try again shortly.'],
  failed: ['internal', 'The document could not be read.'],
};

function refusal(why: OcrRefusal, documentUuid: string, requestId: string): Problem {
  const [code, text] = refusals[why];
  if (code === 'unavailable') return new Problem(code, text, { 'retry-after': '30' });
  if (code === 'internal') return new Problem(code, `${text} The log has the details under ${requestId}.`);
  return new Problem(code, `${text} (document_id ${documentUuid})`);
}

const time = (iso: string): string => iso.slice(0, 19);

function processedToJson({ document, alreadyProcessed, emptyPages }: Processed) {
  const { documentUuid: document_id, totalPages, processedAt } = document;
  if (alreadyProcessed)
    return {
      message: 'The document was already processed.',
      document_id,
      already_processed: true,
      processed_at: time(processedAt),
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
    text_chunks: chunks.filter(({ kind }) => kind === 'body').map(({ text }) => ({ text })),
    tables: [],
  })),
});
