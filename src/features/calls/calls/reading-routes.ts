import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { isOn, momentIn } from '../../../http/fields.ts';
import { viewerOf } from '../../../http/identity.ts';
import { type Addresses, addressedOf } from '../../../http/media-address.ts';
import type { CallFilter } from '../call-stats/index.ts';
import { eventToJson, withOrigin } from './call-record.ts';
import type { CallSummary } from './schema.ts';
import * as schema from './schema.ts';
import type { VisibleCalls } from './visible-calls.ts';
import { unknownCall } from './visible-calls.ts';

const tags = ['calls'];
const access = { scopes: ['voice:calls:read'] } as const;

type OneCall = { Params: z.output<typeof schema.callUuid> };

export interface ReadingOptions {
  readonly visibleCalls: VisibleCalls;
  readonly addresses: Pick<Addresses, 'own'>;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly httpPort: number;
}

export function registerReading(app: FastifyInstance, options: ReadingOptions): void {
  registerMany(app, options);
  registerOne(app, options);
}

/** Adds a recording URL that can be stored and used elsewhere. */
const located =
  (request: FastifyRequest, { addresses, httpPort }: ReadingOptions) =>
  <C extends CallSummary>(call: C): C =>
    withOrigin(call, addresses.own(addressedOf(request, httpPort)));

function registerMany(app: FastifyInstance, options: ReadingOptions): void {
  const { visibleCalls } = options;
  app.route<{ Querystring: z.output<typeof schema.callQuery> }>({
    method: 'GET',
    url: '/v1/calls',
    config: { access },
    schema: {
      summary:
        'Lists calls, newest first. Filter by campaign, agent, contact, direction, outcome, sentiment and date, or search with `q`.',
      description: 'Browser tests are listed with `include_tests` only.',
      tags,
      querystring: schema.callQuery,
      response: { 200: schema.callList },
    },
    handler: async (request) => {
      const { limit, offset, ...filter } = request.query;
      const viewer = viewerOf(request);
      const callFilter = filterOf(filter, await options.zoneOf(viewer.organisationId));
      const { calls, total } = await visibleCalls.list(viewer, callFilter, { limit, offset });
      return { calls: calls.map(located(request, options)), total, limit, offset };
    },
  });

  app.route<{ Querystring: z.output<typeof schema.statsQuery> }>({
    method: 'GET',
    url: '/v1/calls/stats',
    config: { access },
    schema: {
      summary:
        'Returns call statistics. The rate (0 to 1) counts finished calls; the average duration counts connected calls. Browser tests count with `include_tests` only.',
      tags,
      querystring: schema.statsQuery,
      response: { 200: schema.callStats },
    },
    handler: async (request) => {
      const viewer = viewerOf(request);
      return visibleCalls.stats(viewer, filterOf(request.query, await options.zoneOf(viewer.organisationId)));
    },
  });

  app.route<{ Querystring: z.output<typeof schema.liveQuery> }>({
    method: 'GET',
    url: '/api/voice/calls/live',
    config: { access },
    schema: {
      summary: 'Lists calls in progress. Inbound calls only unless `direction` is given.',
      tags,
      querystring: schema.liveQuery,
      response: { 200: schema.liveCalls },
    },
    handler: async (request) => {
      const calls = await visibleCalls.live(viewerOf(request), request.query.direction);
      return { calls: calls.map(located(request, options)) };
    },
  });
}

function registerOne(app: FastifyInstance, options: ReadingOptions): void {
  const { visibleCalls } = options;
  const { callUuid: params } = schema;

  app.route<OneCall & { Querystring: z.output<typeof schema.recordQuery> }>({
    method: 'GET',
    url: '/v1/calls/:uuid',
    config: { access },
    schema: {
      summary: 'Returns a call with its transcript and latencies. `events=1` adds the event log.',
      tags,
      params,
      querystring: schema.recordQuery,
      response: { 200: schema.callRecord },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const result = await visibleCalls.record(viewerOf(request), uuid);
      if (result === undefined) throw unknownCall(uuid);
      const record = located(request, options)(result.record);
      return isOn(request.query.events) ? { ...record, events: result.events.map(eventToJson) } : record;
    },
  });

  app.route<OneCall>({
    method: 'GET',
    url: '/v1/calls/:uuid/transcript',
    config: { access },
    schema: { summary: 'Returns the transcript of a call.', tags, params, response: { 200: schema.transcript } },
    handler: async (request) => {
      const { uuid } = request.params;
      const transcript = await visibleCalls.transcript(viewerOf(request), uuid);
      if (transcript === undefined) throw unknownCall(uuid);
      return transcript;
    },
  });
}

const filterOf = (query: Partial<z.output<typeof schema.callQuery>>, zone: string): CallFilter => ({
  flowUuid: query.campaign_id,
  contactUuid: query.contact_id,
  agentUuid: query.agent_id,
  callType: query.direction,
  search: query.q?.trim() || undefined,
  outcome: query.outcome,
  sentiment: query.sentiment,
  from: query.date_from && momentIn(zone, query.date_from),
  before: query.date_to && momentIn(zone, query.date_to),
  withTests: query.include_tests === undefined ? undefined : isOn(query.include_tests),
});
