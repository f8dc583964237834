import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { viewerOf } from '../../../http/identity.ts';
import { type Addresses, addressedOf } from '../../../http/media-address.ts';
import { Problem } from '../../../http/problem.ts';
import { spokenLines } from '../../../transcripts/lines.ts';
import { type Customers, customerId, unknownCustomer } from '../customers/index.ts';
import type {
  InteractionFilter,
  InteractionPage,
  InteractionRow,
  ListedInteraction,
  Ref,
} from '../interactions/index.ts';
import { refOfId, unknownCall } from './answers.ts';
import { toEvidence, toRecord, toSummary } from './json.ts';
import * as schema from './schema.ts';
import type { CallAnalysis } from './service.ts';
import * as upload from './upload-schema.ts';

export interface CallAnalysisRoutes {
  readonly analysis: CallAnalysis;
  readonly customers: Pick<Customers, 'get'>;
  readonly addresses: Pick<Addresses, 'own'>;
  readonly httpPort: number;
}

const tags = ['call analysis'];
const reading = { scopes: ['sales:calls:read'] } as const;
const writing = { scopes: ['sales:calls:write'] } as const;

type ById = { Params: z.output<typeof schema.callId> };
type ByUuid = { Params: z.output<typeof schema.callUuid> };

/** The console addresses calls by their integer id, the developer API by uuid. */
export function registerCallAnalysisRoutes(app: FastifyInstance, options: CallAnalysisRoutes): void {
  registerReading(app, options);
  registerCustomerCalls(app, options);
  registerEvidence(app, options);
  registerChanging(app, options);
}

const besideOf = (
  request: FastifyRequest,
  options: CallAnalysisRoutes,
  rows: readonly ListedInteraction[],
  words?: InteractionFilter['words'],
) =>
  options.analysis.beside(
    viewerOf(request),
    rows,
    options.addresses.own(addressedOf(request, options.httpPort)),
    words,
  );

interface Asked {
  readonly filter: InteractionFilter;
  readonly page: InteractionPage;
}

async function listOf(
  request: FastifyRequest,
  options: CallAnalysisRoutes,
  { filter, page: { limit, offset, sort, order } }: Asked,
) {
  const { rows, total } = await options.analysis.list(viewerOf(request), filter, { limit, offset, sort, order });
  const beside = await besideOf(request, options, rows, filter.words);
  return { calls: rows.map((row) => toSummary(row, beside(row))), total, limit, offset };
}

async function recordOf(request: FastifyRequest, options: CallAnalysisRoutes, row: InteractionRow) {
  const beside = await besideOf(request, options, [row]);
  const transcript = (await options.analysis.transcript(row)) ?? [];
  return toRecord(row, { ...beside(row), transcript, costParts: await options.analysis.costParts(row) });
}

function registerReading(app: FastifyInstance, options: CallAnalysisRoutes): void {
  const { analysis } = options;
  for (const url of ['/api/calls', '/api/v1/sales/calls'])
    app.route<{ Querystring: schema.ListQuery }>({
      method: 'GET',
      url,
      config: { access: reading },
      schema: {
        summary: 'Lists analysed calls and uploads, newest first.',
        description: 'Browser tests, practice and simulations are listed only when `source` names them.',
        tags,
        querystring: schema.listQuery,
        response: { 200: schema.callList },
      },
      handler: async (request) => {
        const { limit, offset, sort, order, ...filters } = request.query;
        const filter = await analysis.filterOf(viewerOf(request), filters);
        return listOf(request, options, { filter, page: { limit, offset, sort, order } });
      },
    });
  app.route({
    method: 'GET',
    url: '/api/calls/agents',
    config: { access: reading },
    schema: {
      summary:
        'Lists the agents and people who spoke for the organisation in its newest 10,000 conversations, by name.',
      description: '`uuid`, or `name` where it is null, is a value for `agent` in the list of calls.',
      tags,
      response: { 200: schema.agentsSeen },
    },
    handler: async (request) => ({ agents: await analysis.agentsSeen(viewerOf(request)) }),
  });

  const record = async (request: FastifyRequest, ref: Ref, id: string) =>
    recordOf(request, options, await interactionOf(request, options, ref, id));
  const summary = 'Returns a call with its transcript and analysis.';
  app.route<ById>({
    method: 'GET',
    url: '/api/calls/:id',
    config: { access: reading },
    schema: { summary, tags, params: schema.callId, response: { 200: schema.record } },
    handler: async (request) => record(request, refOfId(request.params.id), request.params.id),
  });
  app.route<ByUuid>({
    method: 'GET',
    url: '/api/v1/sales/calls/:uuid',
    config: { access: reading },
    schema: { summary, tags, params: schema.callUuid, response: { 200: schema.record } },
    handler: async (request) => record(request, { uuid: request.params.uuid }, request.params.uuid),
  });
  app.route<ByUuid>({
    method: 'GET',
    url: '/api/v1/sales/calls/:uuid/transcript',
    config: { access: reading },
    schema: {
      summary: 'Returns the transcript of a call.',
      tags,
      params: schema.callUuid,
      response: { 200: schema.transcriptAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const row = await interactionOf(request, options, { uuid }, uuid);
      return spokenLines((await analysis.transcript(row)) ?? []);
    },
  });
}

function registerCustomerCalls(app: FastifyInstance, options: CallAnalysisRoutes): void {
  app.route<{ Params: z.output<typeof customerId>; Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/customers/:id/calls',
    config: { access: reading },
    schema: {
      summary: 'Lists the calls with a customer, newest first.',
      tags,
      params: customerId,
      querystring: pageQuery,
      response: { 200: schema.callList },
    },
    handler: async (request) => {
      const { id } = request.params;
      const customer = await options.customers.get(viewerOf(request), id);
      if (customer === undefined) throw unknownCustomer(id);
      return listOf(request, options, { filter: { contactUuid: customer.uuid }, page: request.query });
    },
  });
}

function registerEvidence(app: FastifyInstance, options: CallAnalysisRoutes): void {
  const evidence = async (request: FastifyRequest, ref: Ref, id: string) => {
    const row = await interactionOf(request, options, ref, id);
    const { analysis } = options;
    return toEvidence(row, (await analysis.transcript(row)) ?? [], await analysis.editorsOf(row));
  };
  const shown = {
    summary: 'Returns every value with its state, confidence and the words of the transcript that support it.',
    tags,
    response: { 200: schema.evidence },
  };
  app.route<ById>({
    method: 'GET',
    url: '/api/calls/:id/evidence',
    config: { access: reading },
    schema: { ...shown, params: schema.callId },
    handler: async (request) => evidence(request, refOfId(request.params.id), request.params.id),
  });
  app.route<ByUuid>({
    method: 'GET',
    url: '/api/v1/sales/calls/:uuid/evidence',
    config: { access: reading },
    schema: { ...shown, params: schema.callUuid },
    handler: async (request) => evidence(request, { uuid: request.params.uuid }, request.params.uuid),
  });
}

async function interactionOf(request: FastifyRequest, { analysis }: CallAnalysisRoutes, ref: Ref, id: string) {
  const row = await analysis.get(viewerOf(request), ref);
  if (row === undefined) throw unknownCall(id);
  return row;
}

function registerChanging(app: FastifyInstance, options: CallAnalysisRoutes): void {
  const { analysis } = options;
  const change = async (request: FastifyRequest, ref: Ref, id: string): Promise<schema.CallRecord> => {
    const changed = await analysis.change(viewerOf(request), ref, request.body as schema.PatchBody);
    if (changed === undefined) throw unknownCall(id);
    if (typeof changed === 'string') throw new Problem('bad_request', changed);
    return recordOf(request, options, changed);
  };
  const retry = async (request: FastifyRequest, ref: Ref, id: string) => {
    const row = await analysis.retry(viewerOf(request), ref);
    if (row === undefined) throw unknownCall(id);
    if (row === 'conflict') throw new Problem('conflict', 'Only a failed call can be retried.');
    return accept(row);
  };
  const patching = {
    summary: 'Updates a call. Values that a person writes survive later analyses; `null` clears a field.',
    tags,
    body: schema.patchBody,
    response: { 200: schema.record },
  };
  const retrying = {
    summary: 'Queues a failed call again, without another upload.',
    tags,
    response: { 202: upload.accepted },
  };
  const errors = { conflict: 'The call has not failed.' };

  app.route<ById>({
    method: 'PATCH',
    url: '/api/calls/:id',
    config: { access: writing },
    schema: { ...patching, params: schema.callId },
    handler: async (request) => change(request, refOfId(request.params.id), request.params.id),
  });
  app.route<ByUuid>({
    method: 'PATCH',
    url: '/api/v1/sales/calls/:uuid',
    config: { access: writing },
    schema: { ...patching, params: schema.callUuid },
    handler: async (request) => change(request, { uuid: request.params.uuid }, request.params.uuid),
  });
  app.route<ById>({
    method: 'POST',
    url: '/api/calls/:id/retry',
    config: { access: writing, errors },
    schema: { ...retrying, params: schema.callId },
    handler: async (request, reply) =>
      reply.code(202).send(await retry(request, refOfId(request.params.id), request.params.id)),
  });
  app.route<ByUuid>({
    method: 'POST',
    url: '/api/v1/sales/calls/:uuid/retry',
    config: { access: writing, errors },
    schema: { ...retrying, params: schema.callUuid },
    handler: async (request, reply) =>
      reply.code(202).send(await retry(request, { uuid: request.params.uuid }, request.params.uuid)),
  });
  registerSpeakers(app, options);
  app.route<ById>({
    method: 'DELETE',
    url: '/api/calls/:id',
    config: {
      access: { ...writing, role: 'manager' },
      errors: { conflict: 'The call is on hold, or belongs to a practice run.' },
    },
    schema: {
      summary: 'Deletes a call or upload with its recording, events, transcript and analysis.',
      description: 'The call leaves lists and statistics. Bodies of webhook deliveries that report it are emptied.',
      tags,
      params: schema.callId,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const removed = await analysis.remove(viewerOf(request), refOfId(id));
      if (removed === undefined) throw unknownCall(id);
      if (removed === 'has_owner') throw new Problem('conflict', 'Delete the practice run instead.');
      if (removed === 'held') throw new Problem('conflict', 'The call is on hold. Release it first.');
      return reply.code(204).send();
    },
  });
}

/** Reasons why the speakers of a call cannot be changed. */
const speakersStay = {
  is_call: 'The speakers of calls made by this server are known.',
  not_ready: 'The call has no transcript yet, or is being transcribed.',
  not_there: 'No turn of the transcript has this speaker.',
} as const;

function registerSpeakers(app: FastifyInstance, { analysis }: CallAnalysisRoutes): void {
  app.route<ById & { Body: schema.SpeakersBody }>({
    method: 'PUT',
    url: '/api/calls/:id/speakers',
    config: {
      access: writing,
      errors: { conflict: 'The call was made by this server, has no transcript, or has no such speaker.' },
    },
    schema: {
      summary: 'Sets which speaker of an uploaded recording is the agent; the other becomes the customer.',
      description:
        '`customer` swaps the two. Analyses the transcript again and keeps edits by people. Transcribes nothing.',
      tags,
      params: schema.callId,
      body: schema.speakersBody,
      response: { 202: upload.accepted },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const row = await analysis.nameSpeakers(viewerOf(request), refOfId(id), request.body.agent);
      if (row === undefined) throw unknownCall(id);
      if (typeof row === 'string') throw new Problem('conflict', speakersStay[row]);
      return reply.code(202).send(accept(row));
    },
  });
}

const accept = ({ id, uuid, status }: InteractionRow) => ({ id, uuid, status });
