import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { type Addresses, addressedOf, streamUrl } from '../../http/media-address.ts';
import { Problem } from '../../http/problem.ts';
import type { AddressTokens } from '../../secrets/index.ts';
import type { Flows } from '../flows/index.ts';
import type { CallDesk } from './call-desk.ts';
import { registerDesk } from './desk-routes.ts';
import type { Mp3Files } from './mp3-files.ts';
import { preferredSound } from './preferred-sound.ts';
import { registerReading } from './reading-routes.ts';
import type { RecordingFiles } from './recordings.ts';
import * as schema from './schema.ts';
import type { Calls } from './service.ts';

export interface CallRouteOptions {
  readonly calls: Calls;
  readonly desk: CallDesk;
  readonly flows: Flows;
  readonly recordings: RecordingFiles;
  readonly recordingTokens: AddressTokens;
  readonly mp3Files: Mp3Files;
  readonly recordingsDir: string;
  readonly addresses: Addresses;
  readonly httpPort: number;
}

type OneCall = { Params: z.output<typeof schema.callUuid> };

const staleToken =
  'This needs the token of the call’s recording_url, which is good for five minutes: read the call again for a new one.';

export function registerCallRoutes(app: FastifyInstance, options: CallRouteOptions): void {
  registerReading(app, options.desk);
  registerDesk(app, options.desk);
  registerRecording(app, options);
  registerBrowserTest(app, options);
}

function registerRecording(
  app: FastifyInstance,
  { desk, recordings, recordingTokens, mp3Files, recordingsDir }: CallRouteOptions,
): void {
  app.route<OneCall & { Querystring: z.output<typeof schema.recordingQuery> }>({
    method: 'GET',
    url: '/api/voice/calls/:uuid/recording',
    config: {
      // A player sends no credential: the token of `recording_url` stands for one.
      access: 'public',
      limit: { perMinute: 600 },
      errors: {
        unauthorised: 'The token is missing, too old, of another call, or of somebody who has left the organisation.',
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
      const holder = await recordingTokens.read(request.query.token ?? '', uuid);
      if (holder === undefined) throw new Problem('unauthorised', staleToken);
      const wav = await desk.recording(holder, uuid);
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
      tags: ['campaigns'],
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
