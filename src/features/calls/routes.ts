import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { type Addresses, addressedOf, streamUrl } from '../../http/media-address.ts';
import { Problem } from '../../http/problem.ts';
import type { Flows } from '../flows/index.ts';
import { eventToJson } from './call-record.ts';
import type { Mp3Files } from './mp3-files.ts';
import { preferredSound } from './preferred-sound.ts';
import type { RecordingTokens } from './recording-tokens.ts';
import type { RecordingFiles } from './recordings.ts';
import * as schema from './schema.ts';
import type { Calls } from './service.ts';

export interface CallRouteOptions {
  readonly calls: Calls;
  readonly flows: Flows;
  readonly recordings: RecordingFiles;
  readonly recordingTokens: RecordingTokens;
  readonly mp3Files: Mp3Files;
  readonly recordingsDir: string;
  readonly addresses: Addresses;
  readonly httpPort: number;
}

type OneCall = { Params: z.output<typeof schema.callUuid> };

const staleToken =
  'This needs the token of the call’s recording_url, which is good for five minutes: read the call again for a new one.';

const unknownCall = (uuid: string): Problem => new Problem('not_found', `There is no call ${uuid}.`);

export function registerCallRoutes(app: FastifyInstance, options: CallRouteOptions): void {
  registerReading(app, options.calls);
  registerLive(app, options.calls);
  registerRecording(app, options);
  registerBrowserTest(app, options);
}

function registerReading(app: FastifyInstance, calls: Calls): void {
  const { callUuid: params, callList, callRecord, transcript } = schema;

  app.route<{ Querystring: z.output<typeof schema.callQuery> }>({
    method: 'GET',
    url: '/v1/calls',
    config: { access: { scopes: ['voice:calls:read'] } },
    schema: {
      summary: 'Calls, newest first.',
      tags: ['calls'],
      querystring: schema.callQuery,
      response: { 200: callList },
    },
    handler: async (request) => {
      const { query } = request;
      const { limit, offset } = query;
      // No call has a contact or a sentiment yet.
      if (query.contact_id !== undefined || query.sentiment !== undefined) {
        return { calls: [], total: 0, limit, offset };
      }
      const filter = {
        flowUuid: query.campaign_id,
        outcome: query.outcome,
        from: startOf(query.date_from),
        before: endOf(query.date_to),
      };
      return { ...(await calls.list(organisationOf(request), filter, { limit, offset })), limit, offset };
    },
  });

  app.route<OneCall & { Querystring: z.output<typeof schema.recordQuery> }>({
    method: 'GET',
    url: '/v1/calls/:uuid',
    config: { access: { scopes: ['voice:calls:read'] } },
    schema: {
      summary: 'One call with its transcript and latencies; with events=1 its whole event log.',
      tags: ['calls'],
      params,
      querystring: schema.recordQuery,
      response: { 200: callRecord },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const found = await calls.record(organisationOf(request), uuid);
      if (found === undefined) throw unknownCall(uuid);
      return request.query.events === '1' ? { ...found.record, events: found.events.map(eventToJson) } : found.record;
    },
  });

  app.route<OneCall>({
    method: 'GET',
    url: '/v1/calls/:uuid/transcript',
    config: { access: { scopes: ['voice:calls:read'] } },
    schema: { summary: 'What was said and heard.', tags: ['calls'], params, response: { 200: transcript } },
    handler: async (request) => {
      const { uuid } = request.params;
      const found = await calls.record(organisationOf(request), uuid);
      if (found === undefined) throw unknownCall(uuid);
      return found.record.transcript;
    },
  });
}

/** A date alone means its whole day, in UTC. */
const startOf = (date: string | undefined): string | undefined =>
  date === undefined ? undefined : new Date(date).toISOString();

const endOf = (date: string | undefined): string | undefined => {
  if (date === undefined) return undefined;
  const dayMs = date.length === 10 ? 86_400_000 : 0;
  return new Date(Date.parse(date) + dayMs).toISOString();
};

function registerLive(app: FastifyInstance, calls: Calls): void {
  app.route({
    method: 'GET',
    url: '/api/voice/calls/live',
    config: { access: { scopes: ['voice:calls:read'] } },
    schema: { summary: 'Calls whose line is open now.', tags: ['calls'], response: { 200: schema.liveCalls } },
    handler: async (request) => ({ calls: await calls.live(organisationOf(request)) }),
  });

  app.route<OneCall & { Body: z.output<typeof schema.endBody> }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/end',
    config: {
      access: { scopes: ['voice:calls:write'] },
      limit: { perMinute: 10 },
      errors: { conflict: 'The call is over already.' },
    },
    schema: {
      summary: 'Ends an active call.',
      tags: ['calls'],
      params: schema.callUuid,
      body: schema.endBody,
      response: { 200: schema.endAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const { reason } = request.body;
      const result = await calls.end(organisationOf(request), uuid, reason);
      if (result === 'unknown') throw unknownCall(uuid);
      if (result === 'not_active') throw new Problem('conflict', `Call ${uuid} is over already.`);
      return { call_uuid: uuid, status: 'ended', reason };
    },
  });
}

function registerRecording(
  app: FastifyInstance,
  { calls, recordings, recordingTokens, mp3Files, recordingsDir }: CallRouteOptions,
): void {
  app.route<OneCall & { Querystring: z.output<typeof schema.recordingQuery> }>({
    method: 'GET',
    url: '/api/voice/calls/:uuid/recording',
    config: {
      // A player sends no credential: the token of `recording_url` stands for one.
      access: 'public',
      limit: { perMinute: 600 },
      errors: {
        unauthorised: 'The token is missing, too old, or of another call.',
        conflict: 'An MP3 is asked for while the call is still being recorded.',
      },
    },
    schema: {
      summary:
        'Both tracks, caller left, agent right; ranges are served. WAV, or MP3 where the format or Accept asks for it.',
      tags: ['calls'],
      params: schema.callUuid,
      querystring: schema.recordingQuery,
      answers: ['audio/wav', 'audio/mpeg'],
      ranges: true,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const organisation = recordingTokens.read(request.query.token ?? '', uuid);
      if (organisation === undefined) throw new Problem('unauthorised', staleToken);
      const wav = await calls.recording(organisation, uuid);
      if (wav === undefined) throw new Problem('not_found', `Call ${uuid} has no recording.`);
      reply.header('cache-control', 'private, no-store').header('vary', 'accept');
      if ((request.query.format ?? preferredSound(request.headers.accept)) === 'wav')
        return reply.type('audio/wav').sendFile(wav, recordingsDir, { cacheControl: false });
      if (recordings.isOpen(uuid))
        throw new Problem('conflict', `Call ${uuid} is still being recorded; until it is over there is format=wav.`);
      const mp3 = await mp3Files.get(uuid);
      if (mp3.kind === 'busy')
        throw new Problem('unavailable', 'Too many MP3s are being made; try again shortly, or take format=wav.', {
          'retry-after': '5',
        });
      if (mp3.kind === 'failed')
        throw new Problem(
          'unavailable',
          `The MP3 could not be made (${mp3.detail}); the recording is there with format=wav.`,
        );
      return reply.type('audio/mpeg').sendFile(mp3.name, recordingsDir, { cacheControl: false });
    },
  });
}

function registerBrowserTest(app: FastifyInstance, options: CallRouteOptions): void {
  app.route<OneCall>({
    method: 'POST',
    url: '/api/voice/flows/:uuid/browser-test',
    config: { access: { scopes: ['voice:calls:write'] } },
    schema: {
      summary: 'The address of a stream on which the flow answers this browser; good once, for 60 seconds.',
      tags: ['flows'],
      params: schema.callUuid,
      response: { 200: schema.browserTest },
    },
    handler: async (request) => {
      const organisation = organisationOf(request);
      const flow = await options.flows.get(organisation, request.params.uuid);
      if (flow === undefined) throw new Problem('not_found', `There is no flow ${request.params.uuid}.`);
      const base = options.addresses.media(addressedOf(request, options.httpPort));
      if (base === undefined) throw new Problem('bad_request', 'The Host header names no host.');
      const offer = await options.calls.offer(organisation, {
        flowUuid: flow.uuid,
        callType: 'test',
        dialect: 'browser',
        from: 'browser',
        to: flow.phoneNumber ?? '',
      });
      if (offer.kind !== 'stream') {
        throw new Problem('unavailable', 'No more calls are taken now; try again shortly.', { 'retry-after': '5' });
      }
      return { ws_url: streamUrl(base, 'browser', offer.token), token: offer.token, call_uuid: offer.callUuid };
    },
  });
}
