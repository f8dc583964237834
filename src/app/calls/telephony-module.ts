import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { CallRecordings } from '../../features/calls/call-recordings/index.ts';
import type { StreamUuids } from '../../features/calls/calls/index.ts';
import { type ClickToCall, registerClickToCallHooks } from '../../features/calls/click-to-call/index.ts';
import {
  createStreamCheck,
  createTelephony,
  type Handoffs,
  registerTelephonyRoutes,
} from '../../features/calls/provider-callbacks/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Addresses } from '../../http/media-address.ts';
import type { Log } from '../../log.ts';
import { createOccasional } from '../../occasional.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Calling } from './calling-module.ts';
import type { Dialing } from './dialing-module.ts';

export interface TelephonyModuleOptions {
  readonly config: Pick<Config, 'http' | 'media'>;
  readonly records: { readonly streamUuids: Pick<StreamUuids, 'issue'> };
  readonly publicBaseUrl: () => string | undefined;
  readonly providers: Providers;
  readonly calls: Calling['calls'];
  readonly flows: Flows;
  readonly handoffs: Handoffs;
  readonly callRecordings: CallRecordings;
  readonly clickToCall: ClickToCall;
  readonly dialing: Pick<Dialing, 'connections' | 'accountOf'>;
  readonly database: Pick<Database, 'remembered'>;
  readonly addresses: Addresses;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

const outsideLogMs = 60_000;

/** Opens the endpoints for requests and callbacks of telephony providers. */
export function openTelephonyModule(options: TelephonyModuleOptions) {
  const { config, providers, calls, flows, handoffs, callRecordings, clickToCall, dialing, addresses } = options;
  const { database, records, log, now, nowMs } = options;
  const telephony = createTelephony({
    flows,
    calls,
    handoffs,
    providers,
    recorded: callRecordings.reported,
    async signingKeyOf(organisation, provider) {
      const stored = await dialing.connections.credentialsFor(organisation, provider);
      if (stored.state !== 'connected') return undefined;
      return stored.credentials.signingKey ?? stored.credentials.authToken;
    },
    async clientOf(organisation, provider) {
      const account = await dialing.accountOf(organisation, provider);
      return account.kind === 'ready' ? account.provider : undefined;
    },
    now,
    requiresSignature: dialing.connections.requiresSignature,
  });
  const { publicBaseUrl } = options;
  const { port: httpPort, mediaBaseUrl } = config.http;
  const senderOf: typeof telephony.senderOf = (...of) => database.remembered(() => telephony.senderOf(...of));
  const reportOutside = createOccasional<{ provider: string; address: string }>(
    { intervalMs: outsideLogMs, nowMs },
    (count, { provider, address }) =>
      log.warn(
        { event: 'unsigned_call_outside_networks', provider, address, count },
        `unsigned answer requests come from an address outside ${provider.toUpperCase()}_NETWORKS and are limited: if it is the provider's, add it; if it is your proxy's, add that to TRUSTED_PROXIES`,
      ),
  );
  const isForged = createStreamCheck({
    providers,
    senderOf,
    bases: () => [mediaBaseUrl, publicBaseUrl()],
    onForged: (callUuid, provider, urls) =>
      log.warn(
        { event: 'stream_signature_wrong', callUuid, provider, urls },
        'refused a stream whose signature matches none of these URLs: if a proxy changes the host of the stream, set MEDIA_BASE_URL',
      ),
  });
  return {
    /** Ports of sessions that are calls. */
    ports: { isForged },
    routes: (app: FastifyInstance) =>
      registerTelephonyRoutes(app, {
        others: (forms, provider) => registerClickToCallHooks(forms, clickToCall, provider),
        providers,
        telephony: {
          ...telephony,
          senderOf,
          answer: (...of) => database.remembered(() => telephony.answer(...of)),
          sendAnswer: (...of) => database.remembered(() => telephony.sendAnswer(...of)),
        },
        addresses,
        httpPort,
        streamUuid: config.media.audioSocketPort === undefined ? undefined : records.streamUuids.issue,
        publicBaseUrl,
        onOutside: (provider, address) => reportOutside({ provider, address }),
      }),
  };
}
