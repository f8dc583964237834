import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import type { CallDesk } from './call-desk.ts';
import type { CallFilter } from './call-filter.ts';
import { eventToJson } from './call-record.ts';
import * as schema from './schema.ts';
import { unknownCall } from './unknown-call.ts';

const tags = ['calls'];
const access = { scopes: ['voice:calls:read'] } as const;

type OneCall = { Params: z.output<typeof schema.callUuid> };

export function registerReading(app: FastifyInstance, desk: CallDesk): void {
  registerMany(app, desk);
  registerOne(app, desk);
}

function registerMany(app: FastifyInstance, desk: CallDesk): void {
  app.route<{ Querystring: z.output<typeof schema.callQuery> }>({
    method: 'GET',
    url: '/v1/calls',
    config: { access },
    schema: {
      summary: 'Calls, newest first: those of a campaign, with a contact, of an outcome or a sentiment, of some days.',
      tags,
      querystring: schema.callQuery,
      response: { 200: schema.callList },
    },
    handler: async (request) => {
      const { limit, offset, ...asked } = request.query;
      return { ...(await desk.list(viewerOf(request), filterOf(asked), { limit, offset })), limit, offset };
    },
  });

  app.route<{ Querystring: z.output<typeof schema.statsQuery> }>({
    method: 'GET',
    url: '/v1/calls/stats',
    config: { access },
    schema: {
      summary:
        'How many calls there were and how they went. The rate, 0 to 1, is of those that are over; the average length of those that were connected.',
      tags,
      querystring: schema.statsQuery,
      response: { 200: schema.callStats },
    },
    handler: (request) => desk.stats(viewerOf(request), filterOf(request.query)),
  });

  app.route({
    method: 'GET',
    url: '/api/voice/calls/live',
    config: { access },
    schema: { summary: 'Calls whose line is open now.', tags, response: { 200: schema.liveCalls } },
    handler: async (request) => ({ calls: await desk.live(viewerOf(request)) }),
  });
}

function registerOne(app: FastifyInstance, desk: CallDesk): void {
  const { callUuid: params } = schema;

  app.route<OneCall & { Querystring: z.output<typeof schema.recordQuery> }>({
    method: 'GET',
    url: '/v1/calls/:uuid',
    config: { access },
    schema: {
      summary: 'One call with its transcript and latencies; with events=1 its whole event log.',
      tags,
      params,
      querystring: schema.recordQuery,
      response: { 200: schema.callRecord },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const found = await desk.record(viewerOf(request), uuid);
      if (found === undefined) throw unknownCall(uuid);
      return request.query.events === '1' ? { ...found.record, events: found.events.map(eventToJson) } : found.record;
    },
  });

  app.route<OneCall>({
    method: 'GET',
    url: '/v1/calls/:uuid/transcript',
    config: { access },
    schema: { summary: 'What was said and heard.', tags, params, response: { 200: schema.transcript } },
    handler: async (request) => {
      const { uuid } = request.params;
      const transcript = await desk.transcript(viewerOf(request), uuid);
      if (transcript === undefined) throw unknownCall(uuid);
      return transcript;
    },
  });
}

const filterOf = (query: Partial<z.output<typeof schema.callQuery>>): CallFilter => ({
  flowUuid: query.campaign_id,
  contactUuid: query.contact_id,
  outcome: query.outcome,
  sentiment: query.sentiment,
  from: query.date_from,
  before: query.date_to,
});
