import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type DocumentOwner, documentToJson, documentUuid as params } from '../documents/index.ts';
import { markdownOf, type OcrPage } from '../ocr/index.ts';
import * as schema from './schema.ts';
import { isSound, type Reading, type Readings } from './service.ts';

type OneDocument = { Params: z.output<typeof params> };

const tags = ['knowledge base'];
/** These routes are for people; programs use those of the agents, which require scopes. */
const access = { keys: false } as const;

const ownerOf = (request: FastifyRequest): DocumentOwner => ({
  organisationId: organisationOf(request),
  userUuid: userOf(request),
});

/** Throws if the document does not exist, or if only its owner may do this. */
function readingOrRefusal<T>(result: T | 'foreign' | undefined, uuid: string): T {
  if (result === 'foreign')
    throw new Problem('forbidden', 'The document belongs to a colleague. Only they can have it processed.');
  if (result === undefined) throw new Problem('not_found', `Document ${uuid} does not exist.`);
  return result;
}

function read<T>(result: T | 'unread' | undefined, uuid: string): T {
  const reading = readingOrRefusal(result, uuid);
  if (reading === 'unread') throw new Problem('not_found', `Document ${uuid} has not been processed yet.`);
  return reading as T;
}

export function registerReadingRoutes(app: FastifyInstance, readings: Readings): void {
  registerLooking(app, readings);
  registerWork(app, readings);
  registerContent(app, readings);
}

function registerLooking(app: FastifyInstance, readings: Readings): void {
  app.route<{ Querystring: z.output<typeof schema.readingQuery> }>({
    method: 'GET',
    url: '/api/kb/readings',
    config: { access },
    schema: {
      summary:
        'Lists your documents or recordings and those of the organisation with their processing state and results, newest first.',
      tags,
      querystring: schema.readingQuery,
      response: { 200: schema.readingList },
    },
    handler: async (request) => {
      const { limit, offset } = request.query;
      const viewer = ownerOf(request);
      const { readings: rows, total } = await readings.list(viewer, request.query);
      return { readings: rows.map((row) => readingToJson(row, viewer)), total, limit, offset };
    },
  });

  app.route<OneDocument>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/reading',
    config: { access },
    schema: {
      summary: 'Returns the processing state and results of a document.',
      description:
        '`company_evidence` and `year_evidence` quote the source of company and year. `work` is the last run; results remain while the document is processed again.',
      tags,
      params,
      response: { 200: schema.reading },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const viewer = ownerOf(request);
      return readingToJson(readingOrRefusal(await readings.get(viewer, uuid), uuid), viewer);
    },
  });
}

function registerWork(app: FastifyInstance, readings: Readings): void {
  app.route<OneDocument & { Body: z.output<typeof schema.beginBody> }>({
    method: 'POST',
    url: '/api/kb/documents/:uuid/reading',
    config: { access },
    schema: {
      summary: 'Starts processing a document or recording without waiting for the result.',
      description:
        'Also processes again: the new result replaces the old one when it is complete. `ocr_choice` is as in `process_pdf` and ignored for recordings.',
      tags,
      params,
      body: schema.beginBody,
      response: { 202: schema.reading },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      const begun = await readings.begin(owner, uuid, request.body.ocr_choice);
      return reply.code(202).send(readingToJson(readingOrRefusal<Reading>(begun, uuid), owner));
    },
  });

  app.route<OneDocument>({
    method: 'DELETE',
    url: '/api/kb/documents/:uuid/reading',
    config: { access, errors: { conflict: 'The document is not being processed.' } },
    schema: {
      summary: 'Cancels processing. The previous result is kept.',
      tags,
      params,
      response: { 200: schema.reading },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const owner = ownerOf(request);
      if (!readingOrRefusal<boolean>(await readings.callOff(owner, uuid), uuid))
        throw new Problem('conflict', 'The document is not being processed.');
      return readingToJson(readingOrRefusal(await readings.get(owner, uuid), uuid), owner);
    },
  });
}

function registerContent(app: FastifyInstance, readings: Readings): void {
  app.route<OneDocument & { Querystring: z.output<typeof schema.pageQuery> }>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/pages',
    config: { access, errors: { not_found: 'Also returned when it has not been processed.' } },
    schema: {
      summary: 'Returns the pages of a processed document: headings, text and tables in order, and as Markdown.',
      tags,
      params,
      querystring: schema.pageQuery,
      response: { 200: schema.pageList },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { pages, total } = read(await readings.pages(ownerOf(request), uuid, request.query), uuid);
      return { pages: pages.map(pageToJson), total, ...request.query };
    },
  });

  app.route<OneDocument>({
    method: 'GET',
    url: '/api/kb/documents/:uuid/transcript',
    config: { access, errors: { not_found: 'Also returned if the transcript does not exist.' } },
    schema: {
      summary: 'Returns the sentences of a recording with their times.',
      tags,
      params,
      response: { 200: schema.transcript },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { durationMs, sentences } = read(await readings.transcript(ownerOf(request), uuid), uuid);
      return {
        duration_ms: durationMs,
        sentences: sentences.map(({ startMs, endMs, text }) => ({ start_ms: startMs, end_ms: endMs, text })),
      };
    },
  });
}

const readingToJson = (reading: Reading, viewer: DocumentOwner): z.output<typeof schema.reading> => {
  const { document, ocr, audio, work } = reading;
  return {
    ...documentToJson(document, viewer),
    kind: isSound(reading) ? 'audio' : 'document',
    work: work === undefined ? null : workToJson(work),
    processed_at: ocr?.processedAt ?? audio?.processedAt ?? null,
    total_pages: ocr?.totalPages ?? null,
    company_name: ocr?.companyName ?? null,
    company_evidence: ocr?.companyEvidence ?? null,
    report_year: ocr?.reportYear ?? null,
    year_evidence: ocr?.yearEvidence ?? null,
    duration_ms: audio?.durationMs ?? null,
  };
};

const workToJson = ({ status, progress, note, error }: NonNullable<Reading['work']>) => ({
  status,
  progress,
  note,
  detail: error,
});

const pageToJson = ({ pageNumber, place, chunks }: OcrPage) => ({
  page_number: pageNumber,
  place: place ?? `page ${pageNumber}`,
  blocks: chunks.flatMap((chunk): schema.Block[] => {
    if (chunk.kind === 'repeated') return [];
    if (chunk.kind !== 'table') return [{ kind: chunk.kind === 'body' ? 'text' : chunk.kind, text: chunk.text }];
    const { caption = null, header, rows } = chunk.table;
    return [{ kind: 'table', caption, header, rows }];
  }),
  markdown: markdownOf(chunks),
});
