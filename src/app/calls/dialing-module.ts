import type { FastifyInstance } from 'fastify';
import type { SessionRef } from '../../../media/ports.ts';
import type { Placement } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import {
  type CallEnded,
  type CallLogWriter,
  type CallStore,
  createOutboundStore,
  type StreamTickets,
} from '../../features/calls/calls/index.ts';
import {
  createDialWatch,
  createOutboundCalls,
  type DialWatchOptions,
  idsOf,
} from '../../features/calls/dialing/index.ts';
import {
  createConnections,
  createNumberProofs,
  createNumberStore,
  registerConnectionRoutes,
} from '../../features/calls/telephony-connections/index.ts';
import { streamUrl } from '../../http/media-address.ts';
import type { Log } from '../../log.ts';
import { createAllSettings } from '../../sealed-settings/index.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Every } from '../platform/rounds.ts';
import { openSettings } from '../platform/settings.ts';
import { createProviderAccounts } from './provider-accounts.ts';

export interface DialingModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'http' | 'media' | 'telephony'>;
  readonly providers: Providers;
  readonly publicBaseUrl: () => string | undefined;
  readonly database: Database;
  readonly store: CallStore;
  readonly tokens: StreamTickets;
  readonly reserve: Placement['reserve'];
  readonly callLog: CallLogWriter;
  readonly callEnded: CallEnded;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly at: FaultPoint;
  readonly every: Every;
}

/** How long a phone may ring before the stream of the person who answers opens. */
const dialledTokenMs = 180_000;

const proveEveryMs = 30_000;
const lookEveryMs = 1000;

/** Opens accounts at telephony providers and the calls placed through them. */
export function openDialingModule(options: DialingModuleOptions) {
  const { config, providers, database, store, tokens, callLog, log, now, nowMs, at, every } = options;
  const { publicBaseUrl } = options;
  const ownMediaBaseUrl = (): string | undefined => config.http.mediaBaseUrl ?? publicBaseUrl()?.replace(/^http/, 'ws');
  const settings = openSettings(database, { config, log, now });
  const numbers = createNumberStore(database);
  const proofs = createNumberProofs({ numbers, askOwner, now, log });
  const connections = createConnections({ settings, providers, numbers, prove: proofs.prove, now });
  const accounts = createProviderAccounts({ providers, connections, callPrefixes: config.telephony.callPrefixes });
  const { accountOf, firstAccountOf, readyAccountOf } = accounts;
  const proofRounds = every(proveEveryMs, proofs.round, log, 'failed to ask providers for the numbers of connections');
  const outboundStore = createOutboundStore(database);
  let isPaused = false;
  const watching = every(lookEveryMs, tellPause, log, 'failed to look at the database');

  /** Each dialled call is written before it is dialled, so none is without the database. */
  async function tellPause(): Promise<void> {
    if ((database.silentSinceMs() !== undefined) === isPaused) return;
    isPaused = !isPaused;
    if (isPaused) log.warn('no call is dialled until the database answers');
    else log.info('calls are dialled again');
  }

  async function askOwner(organisation: Parameters<typeof accountOf>[0], name: string) {
    const account = await accountOf(organisation, name);
    return account.kind === 'ready' ? account.provider.owns(account.phoneNumber) : undefined;
  }

  /**
   * Returns the stream URL for a provider that receives it with the dial request. Undefined when no media server has a
   * slot, or too many streams are pending.
   */
  async function streamUrlFor(session: SessionRef, name: string): Promise<string | undefined> {
    const wire = providers.wireOf(name);
    const rate = providers.streamRate(name);
    if (rate === undefined) return undefined;
    const place = await options.reserve(session.callUuid);
    // A provider that opens no connection to this server needs no public address in the URL.
    const isOwnLine = providers.get(name)?.capabilities.callsBack === false;
    const mediaBaseUrl = isOwnLine ? '' : (place?.mediaBaseUrl ?? ownMediaBaseUrl());
    if (place === undefined || mediaBaseUrl === undefined) return undefined;
    const token = await tokens.issue(session, wire, { ttlMs: dialledTokenMs, place });
    if (token === undefined) return undefined;
    const url = streamUrl(mediaBaseUrl, wire, token);
    return providers.get(name)?.documents.streamUrl?.(url, rate.rateHz) ?? url;
  }

  /** Requests the provider to stop dialling. If the request fails, the call is hung up when a person answers. */
  function hangUp(call: Parameters<typeof idsOf>[0]): void {
    readyAccountOf(call)
      .then((account) => account?.provider.hangUp(idsOf(call)))
      .catch(() => {});
  }

  const hangUpFailed = 'failed to hang up a call whose stream has ended';

  async function hangUpOutliving(organisation: Parameters<typeof accountOf>[0], callUuid: string): Promise<void> {
    const call = await store.get(organisation, callUuid);
    if (call === undefined || call.providerCallId === null) return;
    // The caller talks with a teammate.
    if (call.endReason === 'transferred') return;
    const result = await (await readyAccountOf(call))?.provider.hangUp(idsOf(call));
    if (result?.kind === 'failed') log.error({ callUuid, detail: result.detail }, hangUpFailed);
  }

  options.callEnded.subscribe(async (_queries, organisation, over) => {
    for (const { uuid, dialect } of over) {
      if (providers.get(dialect)?.capabilities.outlivesStream !== true) continue;
      // The end of the call must not wait for its provider.
      void hangUpOutliving(organisation, uuid).catch((error: unknown) =>
        log.error({ err: error, callUuid: uuid }, hangUpFailed),
      );
    }
  });

  return {
    streamUrlFor,
    connections,
    accountOf,
    prove: proofs.prove,
    firstAccountOf,
    outboundStore,
    outbound: createOutboundCalls({
      store: outboundStore,
      calls: store,
      log: callLog,
      providers,
      accountOf,
      publicBaseUrl,
      now,
      at,
      streamUrlFor: ({ uuid, dialect }) => streamUrlFor({ kind: 'call', callUuid: uuid }, dialect),
      revokeStream: tokens.revoke,
    }),
    /** Queries providers about dialled calls without callbacks. */
    watchWith: (closePersons: DialWatchOptions['closePersons']) =>
      createDialWatch({
        store: outboundStore,
        calls: store,
        accountOf: readyAccountOf,
        closePersons,
        log,
        now,
        nowMs,
      }),
    hangUp,
    routes: (app: FastifyInstance) =>
      registerConnectionRoutes(app, connections, providers, () => ({
        publicBaseUrl: publicBaseUrl(),
        mediaBaseUrl: config.http.mediaBaseUrl,
        audioSocketPort: config.media.audioSocketPort,
      })),
    async start() {
      await connections.indexNumbers(await createAllSettings(database).all());
      proofRounds.start({ atOnce: true });
      if (database.dialect === 'postgres') watching.start();
    },
    async close() {
      await Promise.all([proofRounds.stop(), watching.stop(), proofs.close()]);
    },
  };
}

export type Dialing = ReturnType<typeof openDialingModule>;
