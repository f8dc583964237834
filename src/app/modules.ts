import type { Config } from '../config/config.ts';
import { createCallEnded, endOfLeg } from '../features/calls/calls/index.ts';
import { callerCheckKind, createCallerCheck, createPlaces } from '../features/calls/dialing/index.ts';
import { placeOfStore } from '../files/index.ts';
import { createAddresses } from '../http/media-address.ts';
import { createJobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { createProviders, registeredProviders } from '../telephony/index.ts';
import { openAccountsModule } from './accounts-module.ts';
import { openAgentsModule } from './agents-module.ts';
import { openAnalysisModule } from './analysis-module.ts';
import { openCallRecordsModule } from './call-records-module.ts';
import { openCallingModule } from './calling-module.ts';
import { openCampaignsModule } from './campaigns-module.ts';
import { openClickToCallModule } from './click-to-call-module.ts';
import { openClusterModule } from './cluster-module.ts';
import { openCoachingModule } from './coaching-module.ts';
import { openDashboardModule } from './dashboard-module.ts';
import { openDialingModule } from './dialing-module.ts';
import { openDocumentsModule } from './documents-module.ts';
import { embeddingsOf } from './embeddings.ts';
import { openErasureModule } from './erasure-module.ts';
import { openFilesModule } from './files-module.ts';
import { openInteractionsModule } from './interactions-module.ts';
import { openLanguageModelModule } from './language-model-module.ts';
import { createMediaLink } from './media-link.ts';
import { createModuleList, type ModuleList } from './module.ts';
import type { Observation } from './observation.ts';
import { openOperationsModule } from './operations-module.ts';
import type { AppOverrides } from './overrides.ts';
import { openPeopleModule } from './people-module.ts';
import { openPhonesModule } from './phones-module.ts';
import { practiceCallersOf } from './practice-voice.ts';
import { openRecordingsModule, transcriberOf } from './recordings-module.ts';
import { openRetentionModule } from './retention-module.ts';
import { everyAtMost } from './rounds.ts';
import { createSessionRouter } from './session-router.ts';
import { sealerOf } from './settings.ts';
import { openSharedLimits } from './shared-limits.ts';
import { openStorageModule } from './storage-module.ts';
import { openSupervisionModule } from './supervision-module.ts';
import { openTelephonyModule } from './telephony-module.ts';
import { textAgentOf } from './text-agents.ts';
import { openTextChatsModule } from './text-chats-module.ts';
import { openToolsModule } from './tools-module.ts';
import { openTransfersModule } from './transfers-module.ts';
import { openTrunksModule } from './trunks-module.ts';
import { openVoicesModule } from './voices-module.ts';
import { openWebhooksModule } from './webhooks-module.ts';

export interface ModulesOptions {
  readonly config: Config;
  readonly overrides: AppOverrides;
  readonly log: Log;
  readonly observation: Observation;
}

export type Modules = Awaited<ReturnType<typeof openAll>>;

/** More than the concurrent deliveries, so that other kinds have slots while receivers are slow. */
const jobsAtOnce = 48;
/** Unfinished work resumes after the next start, or on another node. */
const jobsGraceMs = 5000;

/** Opens every module of the control plane. If one fails to open, those already open are closed. */
export async function openModules(options: ModulesOptions): Promise<Modules> {
  const list = createModuleList();
  try {
    return await openAll(options, list);
  } catch (error) {
    await list.close().catch(() => {});
    throw error;
  }
}

/** Each module uses only those above it. */
async function openAll({ config, overrides, log, observation }: ModulesOptions, list: ModuleList) {
  const { now = () => new Date(), nowMs = () => performance.now(), at = () => {} } = overrides;
  const { disk, holdOwnerLock, longestFitMs, transcriber = transcriberOf(config.media) } = overrides;
  const clocks = { log, now, nowMs };
  const every = everyAtMost(overrides.rounds?.mostMs ?? Number.POSITIVE_INFINITY);
  const media = createMediaLink();
  const callEnded = createCallEnded();
  const { providers: rows = registeredProviders } = overrides;
  const places = createPlaces();
  const addresses = createAddresses({ ...config.http, httpPort: config.http.port, mediaPort: () => media.port });

  const storage = list.add(await openStorageModule({ config, holdOwnerLock, log, at }));
  const { database, owner, sessionSecret } = storage;
  const trunks = list.add(openTrunksModule({ config, database, owner, media, every, ...clocks }));
  const providers = createProviders({ rows: [...rows, trunks.provider], ...config.telephony });
  const cluster = list.add(openClusterModule({ config, storage, media, log }));
  const { placement } = cluster;
  cluster.onFreed(places.freed);
  const place = placeOfStore(config.data);
  const jobs = createJobs(database, { ...clocks, owner, place, concurrency: jobsAtOnce, ...overrides.jobs });
  const files = list.add(
    openFilesModule({ config: config.data, disk, sessionSecret, database, owner, place, ...clocks }),
  );
  const accounts = list.add(openAccountsModule(database, { config, ...overrides, log }));
  const webhooks = list.add(openWebhooksModule({ config, database, jobs, ...clocks }));
  const { announce } = webhooks;
  const people = list.add(
    openPeopleModule({
      ...files,
      config: config.data,
      sealer: sealerOf(config, log),
      database,
      jobs,
      callEnded,
      log,
      now,
    }),
  );
  const documents = list.add(
    openDocumentsModule({
      database,
      jobs,
      documents: files.documents,
      references: files.references,
      ...clocks,
      transcriber,
      ocrLanguage: config.ocrLanguage,
      languageModel: () => languageModel.model(),
      openEmbeddings: embeddingsOf(config.media, overrides.mediaPlane),
    }),
  );
  const voices = list.add(
    openVoicesModule({
      config,
      database,
      media,
      jobs,
      log,
      now,
      ...(longestFitMs !== undefined && { longestFitMs }),
      ...(overrides.openLikeness !== undefined && { openLikeness: overrides.openLikeness }),
      files: files.files,
      references: files.references,
      uploadQuota: files.uploadQuota,
      hasStoredModel: (): Promise<boolean> => languageModel.isStored(),
    }),
  );
  const { modelRouting } = voices;
  const languageModel = list.add(openLanguageModelModule({ config, database, modelRouting, log, now, nowMs }));
  const { agents, flows, execute } = list.add(
    openAgentsModule({
      config,
      database,
      readings: documents.readings,
      voices: voices.voicesOf,
      recognised: voices.recognised,
      voiceReasons: voices.reasons,
      log,
      now,
    }),
  );
  const records = list.add(
    openCallRecordsModule({
      storage,
      files: files.files,
      references: files.references,
      slots: placement.slots,
      announce,
      callEnded,
      isDiskTrouble: files.isDiskTrouble,
      saw: sawByAll([observation, languageModel.reports]),
      at,
      ...clocks,
      onEnded: cluster.tellFreed,
    }),
  );
  const { store, callLog, tokens } = records;
  const analysis = list.add(openAnalysisModule({ log }));
  const erasure = list.add(
    openErasureModule({
      config: config.data,
      database,
      jobs,
      files: files.files,
      references: files.references,
      records,
      people,
      every,
      log,
      now,
    }),
  );
  const { deletions } = list.add(
    openRetentionModule({ database, jobs, references: files.references, erasure, people, log, now }),
  );
  const interactions = list.add(
    openInteractionsModule({
      config,
      database,
      jobs,
      erasure,
      callEnded,
      people,
      transcriber,
      addresses,
      sessionSecret,
      log,
      now,
      fetching: overrides.fetching ?? {},
      files: files.files,
      references: files.references,
      uploadQuota: files.uploadQuota,
      recordedAmong: records.storedRecordings.among,
      languageModel: languageModel.model,
      analysis,
      readStereo: records.readStereo,
      silenced: records.silenced,
      deletions,
      mp3Files: records.mp3Files,
      recordingsDir: storage.recordingsDir,
    }),
  );
  const { transcripts, segments, foundDetails } = interactions;
  const dialing = list.add(
    openDialingModule({
      config,
      providers,
      database,
      store,
      tokens,
      callLog,
      at,
      every,
      ...clocks,
      reserve: placement.reserve,
    }),
  );
  const check = { call: store.get, accountOf: dialing.accountOf, optOuts: people.optOuts, log };
  jobs.handle(callerCheckKind, createCallerCheck(check));
  const calling = list.add(
    openCallingModule({
      config,
      providers,
      storage,
      records,
      flows,
      people,
      media,
      placement,
      servers: async () => (database.dialect === 'sqlite' ? undefined : cluster.about.nodes()),
      addresses,
      bus: storage.bus,
      modelRouting,
      languageModel: languageModel.ofFlow,
      voiceFor: voices.voiceFor,
      transcripts,
      foundDetails,
      ...clocks,
      outbound: { store: dialing.outboundStore, hangUp: dialing.hangUp },
      canWrite: () => files.disk.state !== 'full',
    }),
  );
  const { calls, visibleCalls } = calling;
  const { callRecordings } = list.add(
    openRecordingsModule({
      config,
      storage,
      records,
      callEnded,
      announce,
      jobs,
      transcriber,
      transcripts,
      log,
      now,
      accountOf: dialing.accountOf,
      hasRoom: files.disk.hasRoom,
      isOptedOut: people.isOptedOut,
    }),
  );
  const { textAgents } = list.add(
    openTextChatsModule({
      config,
      database,
      agents,
      flows,
      log,
      now,
      openTextAgent: textAgentOf(overrides.mediaPlane),
      languageModel: languageModel.ofAgent,
      execute,
    }),
  );
  const coaching = list.add(
    openCoachingModule({
      config,
      database,
      jobs,
      flows,
      agents,
      interactions,
      every,
      ...clocks,
      documents: files.documents,
      readings: documents.readings,
      textAgents,
      draftScenario: analysis.draftScenario,
      openCallers: practiceCallersOf(overrides.mediaPlane),
      files: files.files,
      references: files.references,
      tokens,
      media,
      voiceFor: voices.voiceFor,
      modelRouting,
      addresses,
      recordingsDir: storage.recordingsDir,
      voices: voices.voicesOf,
      languageModel,
      reserve: placement.reserve,
      endStream: (uuid) => cluster.endStream(uuid, 'operator'),
    }),
  );
  list.add(openDashboardModule({ database, jobs, people, segments, accounts, callEnded, log, now }));
  // A node of the role `media` carries calls and leaves deferrable work to the others.
  const isControl = config.cluster.role !== 'media';
  if (isControl) list.add({ start: () => jobs.start(), close: () => jobs.close({ graceMs: jobsGraceMs }) });
  const { clickToCall } = list.add(
    openClickToCallModule({ config, providers, database, records, people, dialing, callRecordings, announce, now }),
  );
  list.add(
    openCampaignsModule({
      providers,
      database,
      jobs,
      agents,
      flows,
      people,
      dialing,
      calls,
      media,
      callEnded,
      places,
      ...clocks,
      placement,
      every,
      isDialing: isControl,
      closePersons: clickToCall.over,
      voiceReasons: voices.reasons,
    }),
  );
  const transfers = list.add(
    openTransfersModule({
      config,
      providers,
      database,
      queues: people.queueStore,
      accountOf: dialing.accountOf,
      log,
      every,
      now,
      end: calls.end,
      announce,
      flush: callLog.flush,
      sees: visibleCalls.sees,
      organisationOf: async (callUuid) => (await store.find(callUuid))?.organisationId,
      streamUrlFor: (callUuid, dialect) => dialing.streamUrlFor({ kind: 'briefing', callUuid }, dialect),
      expectRecording: (queries, call) => callRecordings.expect(queries.system, call.organisationId, call.uuid),
      async callerGone({ organisationId, uuid, dialect }) {
        const provider = providers.get(dialect);
        await callLog.flush().catch(() => {});
        return (await store.events(organisationId, uuid)).some(({ event }) => endOfLeg(provider, event) !== undefined);
      },
      mayRecord: async (call) => !(await people.isOptedOut(call)),
      briefing: {
        endStream: (uuid) => cluster.endStream(uuid, 'transferred'),
        async voiceFor({ organisationId, flowUuid }) {
          const flow = await flows.get(organisationId, flowUuid);
          return flow && { speaker: flow.speaker };
        },
      },
    }),
  );
  const supervision = list.add(
    openSupervisionModule({
      config,
      database,
      storage,
      bus: storage.bus,
      cluster,
      media,
      visibleCalls,
      calls: store,
      tokens,
      callEnded,
      addresses,
      languageModel: languageModel.ofFlow,
      flush: callLog.flush,
      every,
      ...clocks,
    }),
  );
  const phones = list.add(
    openPhonesModule({ config, database, calls, flows, media, trunks, sessionSecret, ...clocks }),
  );
  const tools = list.add(openToolsModule({ database, calls: store, flows, execute, ...clocks }));
  list.add(
    openTelephonyModule({
      config,
      providers,
      calls,
      flows,
      handoffs: transfers.transfers,
      callRecordings,
      clickToCall,
      log,
      nowMs,
      dialing,
      addresses,
    }),
  );
  const limits = config.http.rateLimitPerMinute === 'off' ? undefined : openSharedLimits(database, log);
  list.add({ close: () => limits?.close() });
  const operations = openOperationsModule({
    config,
    cluster,
    database,
    files,
    disk: files.disk,
    jobs,
    callLog,
    media,
    observation,
    limits,
    modelRouting: modelRouting.get,
    languageModel,
    voices: voices.voicesOf,
    isDraining: () => calls.draining,
  });

  return {
    database,
    accounts,
    addresses,
    callLog,
    calls,
    cluster,
    visibleCalls,
    flows,
    limits,
    media,
    phones,
    recordings: records.recordings,
    handOver: records.handOver,
    isDiskTrouble: files.isDiskTrouble,
    ports: createSessionRouter(tokens, {
      call: { ...calling.ports, ...records.ports, ...tools.ports, ...transfers.ports },
      briefing: transfers.briefing,
      supervision: supervision.ports,
      ...coaching.sessions,
    }),
    routes(app: Parameters<ModuleList['routes']>[0]) {
      operations.routes(app);
      if (isControl) list.routes(app);
    },
    start: list.start,
    close: list.close,
  };
}

type Saw = Observation['saw'];

const sawByAll =
  (observers: readonly { readonly saw: Saw }[]): Saw =>
  (callUuid, event) => {
    for (const { saw } of observers) saw(callUuid, event);
  };
