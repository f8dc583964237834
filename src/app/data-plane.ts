import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaServer } from '../../media/index.ts';
import type { CallEvent, MediaPorts } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import { localOrganisation, openDatabase } from '../data/index.ts';
import { createKnowledgeStore } from '../features/agent-knowledge/index.ts';
import { createAgentStore } from '../features/agents/index.ts';
import { createEndedNews } from '../features/call-recordings/index.ts';
import {
  createCallDesk,
  createCallLog,
  createCallPlans,
  createCallStore,
  createCalls,
  createCallViewStore,
  createCountFolding,
  createLeases,
  createMediaTokens,
  createMp3Files,
  createReconciler,
  createRecordingFiles,
  endOfLeg,
  newState,
  personOf,
  uncarriedClose,
} from '../features/calls/index.ts';
import { createCallEnds, createDialer, createPlaces, createTargetStore } from '../features/campaigns/index.ts';
import { createClickToCall, createClickToCallStore } from '../features/click-to-call/index.ts';
import { createFlowStore, createFlows } from '../features/flows/index.ts';
import { createMemberStore } from '../features/members/index.ts';
import { createOutboundRequests, createRequestStore } from '../features/outbound-calls/index.ts';
import { createJobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { createAddressTokens } from '../secrets/index.ts';
import { openAgentsPlane } from './agents-plane.ts';
import { embeddingsOf } from './embeddings.ts';
import { openFilesPlane } from './files-plane.ts';
import { openOutboundPlane } from './outbound-plane.ts';
import type { AppOverrides } from './overrides.ts';
import { openPeoplePlane } from './people-plane.ts';
import { openRecordingsPlane, transcriberOf } from './recordings-plane.ts';
import { sessionSecretOf } from './session-secret.ts';
import { openToolsPlane } from './tools-plane.ts';
import { openTransfersPlane } from './transfers-plane.ts';
import { openWebhooksPlane } from './webhooks-plane.ts';

/** A stream must be opened within this time of its address being given. */
const tokenTtlMs = 60_000;
const maxWaitingStreams = 1000;
const maxWaitingEvents = 20_000;
const reconcileEveryMs = 5000;
/** How late somebody is dialled whose hour has come. */
const tendEveryMs = 3000;
/** What is not over by then goes on after the next start, or elsewhere. */
const jobsGraceMs = 5000;
/** More than there are deliveries at once, so that other kinds have places while receivers are slow. */
const jobsAtOnce = 48;

export type DataPlane = Awaited<ReturnType<typeof openDataPlane>>;

/** The database, the stores and services on it, and the ports that they give to the media plane. */
export async function openDataPlane(
  config: Config,
  overrides: AppOverrides,
  log: Log,
  saw: (callUuid: string, event: CallEvent) => void,
) {
  const now = overrides.now ?? (() => new Date());
  const nowMs = overrides.nowMs ?? (() => performance.now());
  const at = overrides.at ?? (() => {});
  const database = await openDatabase({ ...config.data, log, at });
  if (database.migrated.length > 0)
    log.info({ migrations: database.migrated.length, last: database.migrated.at(-1) }, 'the database is migrated');
  const recordingsDir = join(config.data.dataDir, 'recordings');
  mkdirSync(recordingsDir, { recursive: true, mode: 0o700 });

  const flows = createFlows({
    store: createFlowStore(database),
    agents: createAgentStore(database),
    agentKnowledge: createKnowledgeStore(database),
    now,
  });
  const owner = await (overrides.holdOwnerLock ?? ((it) => it.ownerLock()))(database);
  const sessionSecret = sessionSecretOf(config);
  const { disk, pdfChild, transcriber = transcriberOf(config.media) } = overrides;
  const own = { sessionSecret, database, owner, log, now, nowMs };
  const kept = openFilesPlane({ config: config.data, disk, ...own });
  const jobs = createJobs(database, { log, owner, now, nowMs, concurrency: jobsAtOnce });
  const openEmbeddings = embeddingsOf(config.media, overrides.mediaPlane);
  const agents = openAgentsPlane({
    ...{ config: config.media, database, jobs, documents: kept.documents, openEmbeddings, log, now, nowMs },
    ...{ pdfChild, transcriber, ocrLanguage: config.ocrLanguage },
  });
  const webhooks = openWebhooksPlane({ config, database, jobs, log, now, nowMs });
  const people = openPeoplePlane({ database, jobs, ...kept, log, now });
  const leases = createLeases({ now, nowMs });
  const places = createPlaces();
  const targetOver = createCallEnds({ store: createTargetStore(database), now });
  const { callEndedWaitMs } = config.webhooks;
  const store = createCallStore(database, {
    owner: owner.id,
    leaseUntil: leases.until,
    announce: (queries, organisation, news) =>
      news.awaits === undefined || callEndedWaitMs === 0
        ? webhooks.announce(queries, organisation, news)
        : callsEnded.put(queries, organisation, news.awaits),
    async onOver(queries, organisation, over) {
      const { contactUuid, attempted, outcome, dialledAt, createdAt } = over;
      if (over.reason === 'dnc_request') await people.optOuts.optOutIn(queries, personOf(over), over.reason);
      if (contactUuid !== null && attempted)
        await people.contactStore.called(queries, contactUuid, { at: dialledAt ?? createdAt, outcome });
      await targetOver(queries, organisation, over);
      if (over.agentUserUuid !== null && over.startedAt !== null)
        await callRecordings.expect(queries.system, organisation, over.uuid);
    },
    ended: places.freed,
    now,
  });
  const tokens = createMediaTokens({ ttlMs: tokenTtlMs, capacity: maxWaitingStreams, nowMs });
  const callLog = createCallLog({
    write: store.append,
    isDiskTrouble: kept.isDiskTrouble,
    log,
    now,
    capacity: maxWaitingEvents,
  });
  const dialling = openOutboundPlane({
    ...{ config, database, store, tokens, callLog, now, nowMs, at },
    closePersons: (call, found) => clickToCall.over(call, found),
  });
  const isRefusing = async () => calls.draining || (await media?.status())?.admission.refusing !== undefined;
  const outboundRequests = createOutboundRequests({
    ...{ store: createRequestStore(database), flows, contacts: people.contactStore, sightOf: people.sightOf },
    ...{ outbound: dialling.outbound, jobs, isRefusing, now },
  });
  const recordings = createRecordingFiles({
    dir: recordingsDir,
    at,
    onTrouble(callUuid, code, detail) {
      log.error({ callUuid, code, detail }, 'recording');
      callLog.note(callUuid, { type: 'alarm', atMs: 0, code, detail });
    },
  });
  const callRecordings = openRecordingsPlane({
    ...{ config, database, jobs, store, transcriber, recordings, log, now },
    accountOf: dialling.accountOf,
    hasRoom: kept.disk.hasRoom,
    isOptedOut: (call) => people.optOuts.isOptedOut(call.organisationId, personOf(call)),
  });
  const callsEnded = createEndedNews({
    ...{ jobs, store, announce: webhooks.announce, waitMs: callEndedWaitMs, now },
    isOptedOut: (call) => people.optOuts.isOptedOut(call.organisationId, personOf(call)),
  });
  const mp3Files = createMp3Files({ dir: recordingsDir });
  let media: MediaServer | undefined;
  const endStream: MediaServer['endCall'] = (callUuid, reason) => media?.endCall(callUuid, reason) ?? false;
  const isElsewhere = async ({ leaseOwner }: { readonly leaseOwner: string | null }): Promise<boolean> =>
    leaseOwner !== null && leaseOwner !== owner.id && (await owner.isAlive(leaseOwner));
  const reserve = (callUuid: string): boolean => media?.reserve(callUuid) === undefined;
  const { hasLeft } = createMemberStore(database);
  const recordingTokens = createAddressTokens({ secret: sessionSecret, purpose: 'recording', now, hasLeft });
  const calls = createCalls({
    store,
    tokens,
    log: callLog,
    leases,
    isElsewhere,
    now,
    endStream,
    reserve,
    canWrite: () => kept.disk.state !== 'full',
    outbound: { store: dialling.outboundStore, hangUp: dialling.hangUp },
  });
  const dialer = createDialer({
    ...{ database, jobs, places, telephone: dialling.outbound, ...config.telephony },
    isRefusing,
    isStopping: () => calls.draining,
    ...{ log, now, nowMs },
  });
  const desk = createCallDesk({
    store,
    views: createCallViewStore(database),
    flush: callLog.flush,
    sightOf: people.humanAgents.sightOf,
    optOuts: people.optOuts,
    end: calls.end,
    recordings,
    recordingTokens,
  });
  const reconciler = createReconciler({
    store,
    leases,
    owner: owner.id,
    isAlive: owner.isAlive,
    flush: callLog.flush,
    now,
    nowMs,
    recordedMs: recordings.lengthMs,
    onNeverOpened: calls.neverOpened,
    onEndAsked: (call) => calls.endAsked(call.uuid, call.endReason),
    onLost(callUuid) {
      log.warn({ callUuid }, 'another process took this call for abandoned; it is ended');
      leases.drop(callUuid);
      endStream(callUuid, 'fault');
    },
  });
  const clickToCall = createClickToCall({
    ...{ store: createClickToCallStore(database, { newState, announce: webhooks.announce }), now },
    publicBaseUrl: config.http.publicBaseUrl,
    sees: async (viewer, uuid) => (await people.contacts.get(viewer, uuid)) !== undefined,
    accountOf: dialling.firstAccountOf,
    recorded: callRecordings.told,
    close: uncarriedClose({ calls: store, get: store.get, now }),
  });
  const { telephonyBRateHz } = config.telephony;
  const handing = openTransfersPlane({
    ...{ config, database, queues: people.queueStore, accountOf: dialling.accountOf, log, now },
    ...{ end: calls.end, announce: webhooks.announce, flush: callLog.flush },
    organisationOf: async (callUuid) => (await store.find(callUuid))?.organisationId,
    streamUrlFor: dialling.streamUrlFor,
    expectRecording: (queries, call) => callRecordings.expect(queries.system, call.organisationId, call.uuid),
    async callerGone({ organisationId, uuid }) {
      await callLog.flush().catch(() => {});
      return (await store.events(organisationId, uuid)).some(({ event }) => endOfLeg(event) !== undefined);
    },
    mayRecord: async (call) => !(await people.optOuts.isOptedOut(call.organisationId, personOf(call))),
    briefing: {
      rateHz: telephonyBRateHz,
      endStream: (uuid) => endStream(uuid, 'transferred'),
      async voiceFor({ organisationId, flowUuid }) {
        const flow = await flows.get(organisationId, flowUuid);
        return flow && { speaker: flow.speaker };
      },
    },
  });
  const { briefings } = handing.transfers;
  const ports: MediaPorts = {
    plans: createCallPlans({
      ...{ tokens, store, leases, owner: owner.id, flows, telephonyBRateHz },
      otherPlan: briefings.planFor,
    }),
    log: {
      append(callUuid, event) {
        if (briefings.has(callUuid)) return briefings.append(callUuid, event);
        leases.saw(callUuid, event);
        saw(callUuid, event);
        callLog.append(callUuid, event);
      },
    },
    recordings: {
      // What a teammate is told is nobody's call.
      write: async (uuid, ...sound) => briefings.has(uuid) || recordings.write(uuid, ...sound),
      finish: async (uuid) => (briefings.has(uuid) ? undefined : recordings.finish(uuid)),
    },
    tools: openToolsPlane({ config, database, calls: store, flows }),
    transfers: handing.transfers,
  };
  const tend = (): void => {
    if (calls.draining) return;
    dialer.tend().catch((error: unknown) => log.error({ err: error }, 'campaigns could not be tended'));
  };
  const countFolding = createCountFolding(database, {
    onTrouble: (error) => log.error({ err: error }, 'counts of calls could not be brought up'),
  });
  const tending = setInterval(tend, tendEveryMs);
  const sweeping = setInterval(() => calls.sweep(), 1000);
  const reconciling = setInterval(() => {
    reconciler.round().then(
      (closed) => {
        if (closed > 0) log.warn({ calls: closed }, 'calls that nobody carried any more are closed');
      },
      (error: unknown) => log.error({ err: error }, 'abandoned calls could not be looked for'),
    );
    dialling.watch.round().then(
      (closed) => {
        if (closed > 0) log.warn({ calls: closed }, 'dialled calls of which nothing was heard are closed');
      },
      (error: unknown) => log.error({ err: error }, 'dialled calls could not be asked about'),
    );
  }, reconcileEveryMs);

  return {
    disk: kept.disk,
    documents: kept.documents,
    people,
    agents,
    isDiskTrouble: kept.isDiskTrouble,
    jobs,
    webhooks: webhooks.webhooks,
    flows,
    calls,
    connections: dialling.connections,
    outbound: dialling.outbound,
    desk,
    dialer,
    now,
    outboundRequests,
    clickToCall,
    transfers: handing.transfers,
    database,
    callLog,
    callRecordings,
    recordings,
    mp3Files,
    recordingsDir,
    recordingTokens,
    ports,
    attach(opened: MediaServer) {
      media = opened;
    },
    async prepare() {
      const interrupted = await reconciler.round();
      if (interrupted > 0) log.warn({ calls: interrupted }, 'calls that the last stop cut off are closed');
      const taken = await flows.takeIn(localOrganisation, config.data.examplesDir);
      for (const flow of taken.stored) log.info({ flow }, 'an agent of the examples folder is stored');
      for (const warning of taken.warnings) log.warn(warning);
      jobs.start();
      countFolding.start();
      tend();
    },
    async close() {
      clearInterval(tending);
      clearInterval(sweeping);
      clearInterval(reconciling);
      await handing.close();
      await jobs.close({ graceMs: jobsGraceMs });
      await agents.close();
      mp3Files.close();
      await kept.close();
      await recordings.close();
      await callLog.close();
      await countFolding.close();
      await database.close();
      await owner.close();
    },
  };
}
