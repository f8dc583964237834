import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { bytesType } from '../../../http/content-types.ts';
import { sendFile } from '../../../http/file-reply.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { type Addresses, addressedOf, streamUrl } from '../../../http/media-address.ts';
import { Problem } from '../../../http/problem.ts';
import { asSound, recordingTypes, sendMp3 } from '../../../http/recording-reply.ts';
import { type FoundRecording, type Mp3, type Mp3Files, preferredSound } from '../../../recordings/index.ts';
import type { AddressTokens } from '../../../secrets/index.ts';
import type { Flow, Flows } from '../../campaigns/index.ts';
import { registerCallActions } from './action-routes.ts';
import type { CallRequest, Calls } from './contract.ts';
import { registerReading } from './reading-routes.ts';
import * as schema from './schema.ts';
import type { Viewer, VisibleCalls } from './visible-calls.ts';

export interface CallRouteOptions {
  readonly calls: Calls;
  readonly visibleCalls: VisibleCalls;
  readonly flows: Flows;
  /** Returns whether this person may see the contact. */
  readonly seesContact: (viewer: Viewer, uuid: string) => Promise<boolean>;
  readonly recordingTokens: AddressTokens;
  readonly mp3Files: Mp3Files;
  readonly recordingsDir: string;
  readonly addresses: Addresses;
  /** Returns the time zone in which an organisation's days begin. */
  readonly zoneOf: (organisation: OrganisationId) => Promise<string>;
  readonly httpPort: number;
}

type OneCall = { Params: z.output<typeof schema.callUuid> };

const staleToken =
  'Use the token of the recording_url of this call. It expires after an hour; read the call again for a new one.';

export function registerCallRoutes(app: FastifyInstance, options: CallRouteOptions): void {
  registerReading(app, options);
  registerCallActions(app, options.visibleCalls);
  registerRecording(app, options);
  registerBrowserTest(app, options);
  registerAgentTest(app, options);
}

function registerRecording(
  app: FastifyInstance,
  { visibleCalls, recordingTokens, mp3Files, recordingsDir }: CallRouteOptions,
): void {
  const mp3Of = mp3From(mp3Files);
  app.route<OneCall & { Querystring: z.output<typeof schema.recordingQuery> }>({
    method: 'GET',
    url: '/api/voice/calls/:uuid/recording',
    config: {
      // A player sends no credential, so the token in `recording_url` authorises the request.
      access: 'public',
      limit: { perMinute: 600 },
      errors: {
        unauthorised: 'The token is missing, expired, for another call, or its user has left the organisation.',
      },
    },
    schema: {
      summary:
        'Returns the stereo recording: caller left, agent right. MP3, or WAV by `format` or `Accept`. Supports ranges. During a call, returns what is recorded so far.',
      tags: ['calls'],
      params: schema.callUuid,
      querystring: schema.recordingQuery,
      answers: [...recordingTypes, bytesType],
      ranges: true,
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const holder = await recordingTokens.read(request.query.token ?? '', uuid);
      if (holder === undefined) throw new Problem('unauthorised', staleToken);
      const recording = await visibleCalls.recording(holder, uuid);
      if (recording === undefined) throw new Problem('not_found', `Call ${uuid} has no recording.`);
      reply.header('cache-control', 'private, no-store').header('vary', 'accept');
      if ((request.query.format ?? preferredSound(request.headers.accept)) === 'wav')
        return sendFile(request, asSound(request, reply, 'audio/wav'), recording);
      const mp3 = await mp3Of(recording, () => visibleCalls.recording(holder, uuid));
      return sendMp3(request, reply, mp3, recordingsDir);
    },
  });
}

/** A recording handed to the file store meanwhile is found there. */
const mp3From =
  (mp3Files: Mp3Files) =>
  async (recording: FoundRecording, again: () => Promise<FoundRecording | undefined>): Promise<Mp3> => {
    if (recording.isFinal) return mp3Files.get(recording);
    const mp3 = await mp3Files.get({ name: recording.name });
    const moved = mp3.kind === 'failed' ? await again() : undefined;
    return moved?.isFinal ? mp3Files.get(moved) : mp3;
  };

function registerBrowserTest(app: FastifyInstance, options: CallRouteOptions): void {
  app.route<OneCall & { Body: z.output<typeof schema.browserTestBody> }>({
    method: 'POST',
    url: '/api/voice/flows/:uuid/browser-test',
    config: {
      access: { scopes: ['voice:calls:write'] },
      errors: { not_found: 'The flow or the contact does not exist.' },
    },
    schema: {
      summary: 'Returns a stream address for a browser test call. Single use, valid for 60 seconds.',
      description:
        'With `contact_uuid` the agent speaks as it would to that contact. Nothing about the contact changes.',
      tags: ['campaigns'],
      params: schema.callUuid,
      body: schema.browserTestBody,
      response: { 200: schema.browserTest },
    },
    handler: async (request) => {
      const flow = await options.flows.get(organisationOf(request), request.params.uuid);
      if (flow === undefined) throw new Problem('not_found', `Flow ${request.params.uuid} does not exist.`);
      const { agent_version: agentVersion } = request.body;
      const tested = agentVersion === undefined ? undefined : await testedVersion(options, flow, agentVersion);
      return ticketOf(request, { options, flow, tested, contactUuid: request.body.contact_uuid });
    },
  });
}

function registerAgentTest(app: FastifyInstance, options: CallRouteOptions): void {
  app.route<OneCall & { Body: z.output<typeof schema.agentTestBody> }>({
    method: 'POST',
    url: '/api/voice/agents/:uuid/browser-test',
    config: {
      access: { scopes: ['voice:calls:write'] },
      errors: { not_found: 'The agent, its version or the contact does not exist.' },
    },
    schema: {
      summary:
        'Returns a stream address for a browser test call to an agent, in no campaign. Single use, valid for 60 seconds.',
      description:
        'With `contact_uuid` the agent speaks as it would to that contact. Nothing about the contact changes.',
      tags: ['agents'],
      params: schema.callUuid,
      body: schema.agentTestBody,
      response: { 200: schema.browserTest },
    },
    handler: async (request) => {
      const { agent_version: version, contact_uuid: contactUuid } = request.body;
      const { uuid } = request.params;
      const flow = await options.flows.alone(organisationOf(request), uuid, version);
      if (flow?.agent === undefined)
        throw new Problem(
          'not_found',
          version === undefined
            ? `Agent ${uuid} does not exist.`
            : `Agent ${uuid} does not exist, or its version ${version} is not kept.`,
        );
      const tested = { voiceAgentUuid: uuid, agentVersion: flow.agent.version };
      return ticketOf(request, { options, flow, tested, contactUuid });
    },
  });
}

interface Ticketed {
  readonly options: CallRouteOptions;
  readonly flow: Flow;
  readonly tested: CallRequest['tested'];
  readonly contactUuid: string | undefined;
}

/** Offers a test call in the browser, and returns the address of its stream. */
async function ticketOf(request: FastifyRequest, { options, flow, tested, contactUuid }: Ticketed) {
  if (contactUuid !== undefined && !(await options.seesContact(viewerOf(request), contactUuid)))
    throw new Problem('not_found', `Contact ${contactUuid} does not exist.`);
  const base = options.addresses.media(addressedOf(request, options.httpPort));
  if (base === undefined) throw new Problem('bad_request', 'The Host header is invalid.');
  const offer = await options.calls.offer(organisationOf(request), {
    flowUuid: flow.uuid,
    callType: 'test',
    dialect: 'browser',
    from: 'browser',
    to: flow.phoneNumber ?? '',
    ...(contactUuid === undefined ? {} : { contactUuid }),
    ...(tested === undefined ? {} : { tested }),
  });
  if (offer.kind !== 'stream') {
    throw new Problem('unavailable', 'The server is at capacity. Try again shortly.', { 'retry-after': '5' });
  }
  return {
    ws_url: streamUrl(offer.mediaBaseUrl ?? base, 'browser', offer.token),
    token: offer.token,
    call_uuid: offer.callUuid,
  };
}

/** Returns the version of the flow's agent to test. Throws if the agent has no such version. */
async function testedVersion({ flows }: CallRouteOptions, flow: Flow, agentVersion: number) {
  const { organisationId, uuid, voiceAgentUuid } = flow;
  const tested = await flows.ofCall(organisationId, uuid, { voiceAgentUuid, agentVersion, flowVersion: null });
  if (voiceAgentUuid === null || tested?.agent?.version !== agentVersion)
    throw new Problem(
      'bad_request',
      `body agent_version: version ${agentVersion} of the agent does not exist or is not kept.`,
    );
  return { voiceAgentUuid, agentVersion };
}
