import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bus, Placement } from '../../cluster/index.ts';
import type { Config } from '../../config/config.ts';
import {
  type CallPlansOptions,
  type CallsOptions,
  createCalls,
  createCallViewStore,
  createReconciler,
  createVisibleCalls,
  type RehearsalOptions,
  type RehearsalsOptions,
  registerCallRoutes,
} from '../../features/calls/calls/index.ts';
import type { Flows } from '../../features/campaigns/campaigns/index.ts';
import { createMemberStore } from '../../features/people/members/index.ts';
import type { ModelRoutings } from '../../features/voices/model-routing/index.ts';
import type { Addresses } from '../../http/media-address.ts';
import type { Log } from '../../log.ts';
import { createAddressTokens } from '../../secrets/index.ts';
import type { Providers } from '../../telephony/index.ts';
import type { Interactions } from '../analysis/interactions-module.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { MediaLink } from '../platform/media-link.ts';
import { every } from '../platform/rounds.ts';
import type { Storage } from '../platform/storage-module.ts';
import type { CallRecords } from '../records/call-records-module.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { openPlanning } from './call-planning.ts';

export interface CallingModuleOptions {
  readonly config: Pick<Config, 'http'>;
  readonly providers: Providers;
  readonly storage: Storage;
  readonly records: CallRecords;
  readonly flows: Flows;
  readonly people: Pick<
    ReturnType<typeof openPeopleModule>,
    'contacts' | 'contactStore' | 'humanAgents' | 'optOuts' | 'zones'
  >;
  readonly outbound: CallsOptions['outbound'];
  readonly transcripts: Interactions['transcripts'];
  readonly foundDetails: Interactions['foundDetails'];
  readonly media: MediaLink;
  readonly placement: Placement;
  readonly servers: Parameters<typeof createVisibleCalls>[0]['servers'];
  readonly bus: Bus;
  readonly modelRouting: Pick<ModelRoutings, 'get'>;
  readonly languageModel: LanguageModelModule['chosen'];
  readonly voiceFor: CallPlansOptions['voiceFor'];
  readonly addresses: Addresses;
  readonly canWrite: () => boolean;
  readonly mayAnswer: RehearsalsOptions['mayAnswer'];
  readonly rehearseTool: RehearsalOptions['rehearseTool'];
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Bus subject for ending a call, sent to the node that handles it. */
const endSubject = 'calls.end';
const endRequest = z.object({ callUuid: z.string(), reason: z.string() });
/** Bus subject for asking a node which calls it carries. */
const carriedSubject = 'calls.carried';
const carriedBody = z.object({ callUuids: z.array(z.string()) });
/** A message between nodes has at most 8,000 bytes. */
const askedAtOnce = 100;
const sweepEveryMs = 1000;
/** A dead process is detected in two rounds at least `missedMs` of its lock apart: within 15 s. */
const reconcileEveryMs = 3000;
/** Leaves time for a workflow that stores a recording's URL and fetches it later. */
const recordingTokenMs = 3_600_000;

/** Opens offering, handling, ending and viewing calls, and the reconciliation of abandoned ones. */
export function openCallingModule(options: CallingModuleOptions) {
  const { config, providers, storage, records, flows, people, media, bus, log, now, nowMs } = options;
  const { database, owner } = storage;
  const { store, leases, callLog, tokens, gate, recordings, storedRecordings, mp3Files } = records;
  const calls = createCalls({
    store,
    tokens,
    log: callLog,
    leases,
    now,
    canWrite: options.canWrite,
    outbound: options.outbound,
    endStream: media.endCall,
    reserve: options.placement.reserve,
    gate,
    wireOf: providers.wireOf,
    canHangUp: (dialect) => providers.get(dialect)?.capabilities.canHangUp ?? false,
    async askOwner({ uuid, leaseOwner }, reason) {
      if (leaseOwner !== null) await bus.request(leaseOwner, endSubject, { callUuid: uuid, reason });
    },
    isElsewhere: async ({ leaseOwner }) =>
      leaseOwner !== null && leaseOwner !== owner.id && (await owner.isAlive(leaseOwner)),
  });
  bus.serve(endSubject, async (body) => {
    const { callUuid, reason } = endRequest.parse(body);
    if (leases.stageOf(callUuid) !== undefined) calls.endAsked(callUuid, reason);
  });
  bus.serve(carriedSubject, async (body) => ({
    callUuids: carriedBody.parse(body).callUuids.filter((uuid) => leases.stageOf(uuid) === 'live'),
  }));
  const recordingTokens = createAddressTokens({
    secret: storage.sessionSecret,
    purpose: 'recording',
    validMs: recordingTokenMs,
    now,
    hasLeft: createMemberStore(database).hasLeft,
  });
  const visibleCalls = createVisibleCalls({
    store,
    flush: callLog.flush,
    end: calls.end,
    recordings: storedRecordings,
    recordingTokens,
    silenced: records.silenced,
    views: createCallViewStore(database),
    storedTranscript: options.transcripts.get,
    foundDetails: options.foundDetails,
    sightOf: people.humanAgents.sightOf,
    optOuts: people.optOuts,
    servers: options.servers,
    now,
  });
  const reconciler = createReconciler({
    store,
    leases,
    owner: owner.id,
    isAlive: owner.isAlive,
    carriedBy: (node, callUuids) => carriedBy(bus, node, callUuids),
    flush: callLog.flush,
    log,
    now,
    nowMs,
    isSteady: records.isSteady,
    recordedMs: recordings.lengthMs,
    awaited: tokens.awaited,
    onNeverOpened: calls.neverOpened,
    onEndAsked: (call) => calls.endAsked(call.uuid, call.endReason),
    onLost(callUuid) {
      log.warn({ callUuid }, 'another process took over this call; ending it here');
      leases.drop(callUuid);
      media.endCall(callUuid, 'fault');
    },
  });
  const planning = openPlanning(options);
  const sweeping = every(sweepEveryMs, calls.sweep, log, 'failed to look for expired stream tokens');
  const reconciling = every(reconcileEveryMs, reconcile, log, 'failed to look for abandoned calls');

  async function reconcile(): Promise<void> {
    const closed = await reconciler.round();
    if (closed > 0) log.warn({ calls: closed }, 'closed abandoned calls');
  }

  return {
    calls,
    visibleCalls,
    /** Ports for sessions that are calls. */
    ports: planning.ports,
    routes(app: FastifyInstance) {
      const { port: httpPort } = config.http;
      const files = { recordingTokens, mp3Files, recordingsDir: storage.recordingsDir };
      registerCallRoutes(app, {
        calls,
        visibleCalls,
        flows,
        zoneOf: people.zones.of,
        ...files,
        addresses: options.addresses,
        httpPort,
        seesContact: async (viewer, uuid) => (await people.contacts.get(viewer, uuid)) !== undefined,
      });
    },
    async start() {
      const interrupted = await reconciler.round();
      if (interrupted > 0) log.warn({ calls: interrupted }, 'closed calls interrupted by the last shutdown');
      sweeping.start();
      reconciling.start();
      if (tokens.isShared) planning.rehearsing.start({ atOnce: true });
    },
    async close() {
      await Promise.all([sweeping.stop(), reconciling.stop(), planning.rehearsing.stop()]);
    },
  };
}

/** Returns which of these calls a node carries, as far as it answers. */
async function carriedBy(
  bus: Pick<CallingModuleOptions['bus'], 'request'>,
  node: string,
  callUuids: readonly string[],
): Promise<string[]> {
  const carried: string[] = [];
  for (let from = 0; from < callUuids.length; from += askedAtOnce) {
    const some = { callUuids: callUuids.slice(from, from + askedAtOnce) };
    const reply = await bus.request(node, carriedSubject, some);
    if (reply.kind !== 'answer') return carried;
    carried.push(...carriedBody.parse(reply.body).callUuids);
  }
  return carried;
}

export type Calling = ReturnType<typeof openCallingModule>;
