import type { Config } from '../config/config.ts';
import { createCallEnded, endOfLeg } from '../features/calls/index.ts';
import { callerCheckKind, createCallerCheck, createPlaces } from '../features/dialing/index.ts';
import { createAddresses } from '../http/media-address.ts';
import { createJobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { createProviders, registeredProviders } from '../telephony/index.ts';
import { openAccountsModule } from './accounts-module.ts';
import { openAgentsModule } from './agents-module.ts';
import { openCallRecordsModule } from './call-records-module.ts';
import { openCallingModule } from './calling-module.ts';
import { openCampaignsModule } from './campaigns-module.ts';
import { openClickToCallModule } from './click-to-call-module.ts';
import { openDashboardModule } from './dashboard-module.ts';
import { openDialingModule } from './dialing-module.ts';
import { openDocumentsModule } from './documents-module.ts';
import { embeddingsOf } from './embeddings.ts';
import { openFilesModule } from './files-module.ts';
import { openInteractionsModule } from './interactions-module.ts';
import { createMediaLink } from './media-link.ts';
import { createModuleList, type ModuleList } from './module.ts';
import type { Observation } from './observation.ts';
import { openOperationsModule } from './operations-module.ts';
import type { AppOverrides } from './overrides.ts';
import { openPeopleModule } from './people-module.ts';
import { openRecordingsModule, transcriberOf } from './recordings-module.ts';
import { createSessionRouter } from './session-router.ts';
import { openSharedLimits } from './shared-limits.ts';
import { openStorageModule } from './storage-module.ts';
import { openTelephonyModule } from './telephony-module.ts';
import { openToolsModule } from './tools-module.ts';
import { openTransfersModule } from './transfers-module.ts';
import { openWebhooksModule } from './webhooks-module.ts';

export interface ModulesOptions {
  readonly config: Config;
  readonly overrides: AppOverrides;
  readonly log: Log;
  readonly observation: Observation;
}

export type Modules = Awaited<ReturnType<typeof openAll>>;

/** More than there are deliveries at once, so that other kinds have slots while receivers are slow. */
const jobsAtOnce = 48;
/** What is not over by then goes on after the next start, or elsewhere. */
const jobsGraceMs = 5000;

/** Opens every module of the control plane; those that are open are closed again when a later one does not open. */
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
  const { disk, holdOwnerLock, pdfChild, transcriber = transcriberOf(config.media) } = overrides;
  const clocks = { log, now, nowMs };
  const media = createMediaLink();
  const callEnded = createCallEnded();
  const { providers: rows = registeredProviders } = overrides;
  const providers = createProviders({ rows, ...config.telephony });
  const places = createPlaces();
  const addresses = createAddresses({ ...config.http, httpPort: config.http.port, mediaPort: () => media.port });

  const storage = list.add(await openStorageModule({ config, holdOwnerLock, log, at }));
  const { database, owner, sessionSecret } = storage;
  const jobs = createJobs(database, { ...clocks, owner, concurrency: jobsAtOnce, ...overrides.jobs });
  const files = list.add(
    openFilesModule({ ...{ config: config.data, disk, sessionSecret, database, owner }, ...clocks }),
  );
  const accounts = list.add(openAccountsModule(database, { config, ...overrides, log }));
  const webhooks = list.add(openWebhooksModule({ config, database, jobs, ...clocks }));
  const { announce } = webhooks;
  const people = list.add(openPeopleModule({ ...files, database, jobs, callEnded, log, now }));
  const documents = list.add(
    openDocumentsModule({
      ...{ config: config.media, database, jobs, documents: files.documents, ...clocks },
      ...{ pdfChild, transcriber, ocrLanguage: config.ocrLanguage },
      openEmbeddings: embeddingsOf(config.media, overrides.mediaPlane),
    }),
  );
  const { agents, flows } = list.add(
    openAgentsModule({ config, database, readings: documents.readings, voices: media.listSpeakers, log, now }),
  );
  const records = list.add(
    openCallRecordsModule({
      storage,
      files: files.files,
      references: files.references,
      media,
      announce,
      callEnded,
      isDiskTrouble: files.isDiskTrouble,
      saw: observation.saw,
      at,
      ...clocks,
      onEnded: places.freed,
    }),
  );
  const { store, callLog, tokens } = records;
  const { transcripts } = list.add(
    openInteractionsModule({
      ...{ config, database, jobs, callEnded, people, transcriber, addresses, sessionSecret, log, now },
      ...{ files: files.files, references: files.references },
      recordedAmong: records.storedRecordings.among,
    }),
  );
  const dialing = list.add(openDialingModule({ config, providers, database, store, tokens, callLog, at, ...clocks }));
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
      addresses,
      bus: storage.bus,
      transcripts,
      ...clocks,
      outbound: { store: dialing.outboundStore, hangUp: dialing.hangUp },
      canWrite: () => files.disk.state !== 'full',
    }),
  );
  const { calls, desk } = calling;
  const { callRecordings } = list.add(
    openRecordingsModule({
      ...{ config, storage, records, callEnded, announce, jobs, transcriber, transcripts, log, now },
      ...{ accountOf: dialing.accountOf, hasRoom: files.disk.hasRoom, isOptedOut: people.isOptedOut },
    }),
  );
  list.add(openDashboardModule({ database, people, now }));
  list.add({ start: () => jobs.start(), close: () => jobs.close({ graceMs: jobsGraceMs }) });
  const { clickToCall } = list.add(
    openClickToCallModule({ config, providers, database, records, people, dialing, callRecordings, announce, now }),
  );
  list.add(
    openCampaignsModule({
      ...{ providers, database, jobs, agents, flows, people, dialing, calls, media, callEnded, places, ...clocks },
      closePersons: clickToCall.over,
    }),
  );
  const transfers = list.add(
    openTransfersModule({
      ...{ config, providers, database, queues: people.queueStore, accountOf: dialing.accountOf, log, now },
      ...{ end: calls.end, announce, flush: callLog.flush, sees: desk.sees },
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
        endStream: (uuid) => media.endCall(uuid, 'transferred'),
        async voiceFor({ organisationId, flowUuid }) {
          const flow = await flows.get(organisationId, flowUuid);
          return flow && { speaker: flow.speaker };
        },
      },
    }),
  );
  const tools = openToolsModule({ config, database, calls: store, flows });
  list.add(
    openTelephonyModule({
      config,
      providers,
      calls,
      flows,
      handoffs: transfers.transfers,
      callRecordings,
      clickToCall,
      dialing,
      addresses,
    }),
  );
  const limits = config.http.rateLimitPerMinute === 'off' ? undefined : openSharedLimits(database, log);
  list.add({ close: () => limits?.close() });
  const operations = openOperationsModule({
    ...{ config, database, disk: files.disk, jobs, callLog, media, observation, limits },
    isDraining: () => calls.draining,
  });

  return {
    ...{ database, accounts, addresses, callLog, calls, desk, flows, limits, media },
    recordings: records.recordings,
    isDiskTrouble: files.isDiskTrouble,
    ports: createSessionRouter(tokens, {
      call: { ...calling.ports, ...records.ports, ...tools.ports, ...transfers.ports },
      briefing: transfers.briefing,
    }),
    routes(app: Parameters<ModuleList['routes']>[0]) {
      operations.routes(app);
      list.routes(app);
    },
    start: list.start,
    close: list.close,
  };
}
