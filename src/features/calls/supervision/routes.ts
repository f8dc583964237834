import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Identity, viewerOf } from '../../../http/identity.ts';
import { type Addresses, addressedOf, streamUrl } from '../../../http/media-address.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Listener, Listening, SessionAct, Supervision, Whispered } from './service.ts';

export interface SupervisionRouteOptions {
  readonly supervision: Supervision;
  readonly addresses: Pick<Addresses, 'media'>;
  readonly httpPort: number;
}

const tags = ['calls'];
/** A leaked key must not be able to listen to calls. */
const access = { role: 'manager', keys: false } as const;
const limit = { perMinute: 60 };

type OneCall = { Params: z.output<typeof schema.callUuid> };
type OneSession = { Params: z.output<typeof schema.sessionUuid> };

export function registerSupervisionRoutes(app: FastifyInstance, options: SupervisionRouteOptions): void {
  registerListening(app, options);
  registerTakeover(app, options);
}

function listenerOf(request: FastifyRequest): Listener {
  const { unlimited, credentialUuid } = request.identity as Identity;
  // The operator's token has no stored session.
  return { ...viewerOf(request), credentialUuid: unlimited === true ? null : credentialUuid };
}

function registerListening(app: FastifyInstance, options: SupervisionRouteOptions): void {
  const { supervision, addresses, httpPort } = options;
  app.route({
    method: 'GET',
    url: '/api/voice/supervision',
    config: { access },
    schema: {
      summary: 'Returns the callers in queues, longest wait first, and the people who listen to calls.',
      tags,
      response: { 200: schema.overview },
    },
    handler: async (request) => supervision.overview(viewerOf(request)),
  });

  app.route<OneCall>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/listen',
    config: {
      access,
      limit,
      errors: {
        conflict: 'The call is not in progress, or its audio does not pass through this server.',
        unavailable: 'Too many streams are awaited.',
      },
    },
    schema: {
      summary: 'Returns the address of a stream for listening to a call in progress, valid for 60 seconds.',
      description:
        'The stream carries both tracks of the call and its captions, and ends with the call. The listener, the time and the duration are stored with the call.',
      tags,
      params: schema.callUuid,
      response: { 201: schema.openedListening },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const base = addresses.media(addressedOf(request, httpPort));
      if (base === undefined) throw new Problem('bad_request', 'The Host header is invalid.');
      const listening = await supervision.listen(listenerOf(request), uuid);
      if (listening.kind !== 'offered') throw refused(listening.kind, uuid);
      const { sessionUuid, token, mediaBaseUrl, expiresAt } = listening;
      return reply.code(201).send({
        session_uuid: sessionUuid,
        call_uuid: uuid,
        token,
        expires_at: expiresAt,
        ws_url: streamUrl(mediaBaseUrl ?? base, 'listen', token),
      });
    },
  });

  app.route<OneCall>({
    method: 'GET',
    url: '/api/voice/calls/:uuid/listeners',
    config: { access },
    schema: {
      summary: 'Lists the people who listened to a call, and when.',
      tags,
      params: schema.callUuid,
      response: { 200: schema.listenerList },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const listeners = await supervision.listeners(viewerOf(request), uuid);
      if (listeners === undefined) throw unknownCall(uuid);
      return { listeners };
    },
  });

  registerWhispering(app, options);
}

function registerWhispering(app: FastifyInstance, { supervision }: SupervisionRouteOptions): void {
  app.route<OneCall & { Body: schema.WhisperBody }>({
    method: 'POST',
    url: '/api/voice/calls/:uuid/whisper',
    config: {
      access,
      limit,
      errors: { conflict: 'The call is not in progress, or its agent cannot use the text now.' },
    },
    schema: {
      summary:
        'Gives the agent of a call in progress a text: to say to the caller (`say`), or to follow silently (`guide`).',
      description:
        'With `say` the caller hears the text, word for word, in the next gap; its line in the transcript has `spoken_by`. With `guide` the caller does not hear it: a language model follows it from the next reply, and without one the response is 409.',
      tags,
      params: schema.callUuid,
      body: schema.whisperBody,
      response: { 200: schema.whisperAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const result = await supervision.whisper(viewerOf(request), uuid, request.body);
      if (result !== 'delivered') throw whisperProblem(result, uuid);
      return { call_uuid: uuid, ...request.body };
    },
  });
}

function registerTakeover(app: FastifyInstance, { supervision }: SupervisionRouteOptions): void {
  const params = schema.sessionUuid;
  const url = '/api/voice/listening-sessions/:uuid';

  app.route<OneSession>({
    method: 'POST',
    url: `${url}/take-over`,
    config: {
      access,
      limit,
      errors: { conflict: 'The stream is not open, or the agent must finish its announcement first.' },
    },
    schema: {
      summary:
        'Takes a call over: the agent is silent, and your microphone on the open stream is played to the caller.',
      description:
        'The agent resumes after `hand-back`, or with a short line if the stream breaks. Your words are in the recording of the call, and in its transcript with your name (`spoken_by`). They count in no score of the agent.',
      tags,
      params,
      response: { 200: schema.takenOver },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return acted(await supervision.takeOver(viewerOf(request), uuid), uuid, true);
    },
  });

  app.route<OneSession>({
    method: 'POST',
    url: `${url}/hand-back`,
    config: { access, limit, errors: { conflict: 'You have not taken over this call.' } },
    schema: {
      summary: 'Hands a call back to its agent, which announces its return.',
      tags,
      params,
      response: { 200: schema.takenOver },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return acted(await supervision.handBack(viewerOf(request), uuid), uuid, false);
    },
  });
}

const unknownCall = (uuid: string): Problem => new Problem('not_found', `Call ${uuid} does not exist.`);

function refused(kind: Exclude<Listening['kind'], 'offered'>, uuid: string): Problem {
  switch (kind) {
    case 'unknown':
      return unknownCall(uuid);
    case 'not_active':
      return new Problem('conflict', `Call ${uuid} is not in progress.`);
    case 'by_phone':
      return new Problem(
        'conflict',
        'This call connects two people at their telephony provider. It cannot be listened to.',
      );
    case 'elsewhere':
      return new Problem(
        'conflict',
        'Another server carries this call. Set MEDIA_BASE_URL on that server to allow listening.',
      );
    case 'busy':
      return new Problem('unavailable', 'Too many streams are awaited. Try again shortly.', { 'retry-after': '5' });
  }
}

function whisperProblem(result: Exclude<Whispered, 'delivered'>, uuid: string): Problem {
  switch (result) {
    case 'unknown':
      return unknownCall(uuid);
    case 'not_active':
      return new Problem('conflict', `Call ${uuid} is not in progress.`);
    case 'no_model':
      return new Problem('conflict', 'Guidance requires a language model, and none is configured. Use the mode say.');
    case 'not_now':
      return new Problem('conflict', 'The agent cannot say this now. Try again in a moment.');
  }
}

function acted(act: SessionAct, uuid: string, speaking: boolean): z.output<typeof schema.takenOver> {
  switch (act.kind) {
    case 'done':
      return { session_uuid: uuid, call_uuid: act.callUuid, speaking };
    case 'unknown':
      throw new Problem('not_found', `Listening session ${uuid} does not exist.`);
    case 'not_now':
      throw new Problem(
        'conflict',
        'The call cannot be taken over now: the agent must finish its announcement, or somebody else speaks.',
      );
    default:
      throw new Problem(
        'conflict',
        speaking ? 'The stream of this session is not open.' : 'You have not taken over this call.',
      );
  }
}
