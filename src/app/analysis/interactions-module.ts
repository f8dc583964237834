import type { FastifyInstance } from 'fastify';
import type { ReadStereo, Transcriber } from '../../audio/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import { registerAnalysisSettingRoutes } from '../../features/analysis/analysis-settings/index.ts';
import {
  createBulk,
  createBulkStore,
  createCallAnalysis,
  createFetching,
  createIntake,
  createPreview,
  registerBulkRoutes,
  registerCallAnalysisRoutes,
  registerPreviewRoutes,
  registerUploadRecording,
  registerUploadRoutes,
} from '../../features/analysis/call-analysis/index.ts';
import {
  createCostStore,
  createPriceStore,
  createTokenStore,
  registerPriceRoutes,
  registerTokenRoutes,
} from '../../features/analysis/costs/index.ts';
import {
  createCustomerStore,
  createCustomers,
  registerCustomerRoutes,
} from '../../features/analysis/customers/index.ts';
import { registerExtractionFieldRoutes } from '../../features/analysis/extraction-fields/index.ts';
import {
  createCardStore,
  createFigureStore,
  createFigures,
  registerFigureRoutes,
} from '../../features/analysis/figures/index.ts';
import {
  analysisOf,
  createCallInteractions,
  editsOf,
  keyDetailsOf,
} from '../../features/analysis/interactions/index.ts';
import { registerProjectRoutes, registerSegmentRoutes } from '../../features/analysis/segments/index.ts';
import type { CallEnded } from '../../features/calls/calls/index.ts';
import {
  createSimulationStore,
  createSimulations,
  registerSimulationRoutes,
} from '../../features/coaching/simulations/index.ts';
import type { Deletions } from '../../features/operations/retention/index.ts';
import { createMemberStore } from '../../features/people/members/index.ts';
import type { FileReferences, FileStore, UploadQuota } from '../../files/index.ts';
import type { Addresses } from '../../http/media-address.ts';
import { createHttpClient, type HttpClientOptions } from '../../http-client/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { CurrentModel } from '../../llm/index.ts';
import type { Log } from '../../log.ts';
import type { Mp3Files, SilencedRecordings, StoredRecordings } from '../../recordings/index.ts';
import { createAddressTokens } from '../../secrets/index.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import { createOrganisationSlots } from '../platform/organisation-slots.ts';
import type { openErasureModule } from '../records/erasure-module.ts';
import type { AnalysisModule } from './analysis-module.ts';
import { openConversations } from './conversations.ts';

export interface InteractionsModuleOptions {
  readonly config: Pick<Config, 'data' | 'http' | 'media' | 'webhooks'>;
  readonly fetching: Pick<HttpClientOptions, 'resolve' | 'open'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly uploadQuota: UploadQuota;
  readonly callEnded: CallEnded;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'sightOf' | 'contacts' | 'contactStore' | 'zones'>;
  readonly transcriber: Transcriber;
  readonly readStereo: ReadStereo;
  readonly silenced: Pick<SilencedRecordings, 'ofUpload'>;
  readonly mp3Files: Pick<Mp3Files, 'get'>;
  /** Folder of the MP3s. */
  readonly recordingsDir: string;
  readonly deletions: Pick<Deletions, 'removeOne'>;
  readonly erasure: Pick<ReturnType<typeof openErasureModule>, 'erasures' | 'removedUploadKeys'>;
  readonly addresses: Addresses;
  readonly sessionSecret: string;
  readonly languageModel: CurrentModel;
  readonly hasLanguageModel: () => Promise<boolean>;
  readonly analysis: Pick<AnalysisModule, 'analyst' | 'readPractice'>;
  /** Returns which of these calls have a stored recording. */
  readonly recordedAmong: StoredRecordings['among'];
  readonly log: Log;
  readonly now: () => Date;
}

const uploads = { atOnce: 8, ofOrganisation: 5, ofUser: 3 };
const recordingTokenMs = 3_600_000;

/** Opens the record of every finished conversation, its transcript and its analysis. */
export function openInteractionsModule(options: InteractionsModuleOptions) {
  const { config, database, jobs, files, uploadQuota, callEnded, people, now } = options;
  const { analyst, readPractice } = options.analysis;
  const { languageModel } = options;
  const { transcripts, store, fields, factsOf, segments, settings, redacts, work } = openConversations(options);
  callEnded.subscribeSpoken(createCallInteractions({ database, transcripts, onWords: work.analyse, now }));
  const viewOf = async (viewer: Parameters<typeof people.sightOf>[0]) => ({
    organisation: viewer.organisationId,
    tags: await people.sightOf(viewer),
  });
  const signing = { secret: options.sessionSecret, validMs: recordingTokenMs, now };
  const { hasLeft } = createMemberStore(database);
  const customers = createCustomers(createCustomerStore(database), people.contacts);
  const costs = createCostStore(database);
  const { maxFileBytes } = config.data;
  const httpClient = createHttpClient({ allowedHosts: config.webhooks.recordingHosts, ...options.fetching });
  const fetching = createFetching({ jobs, store, files, work, httpClient, uploadQuota, maxFileBytes, now });
  const { of: zoneOf } = people.zones;
  const intake = createIntake({
    zoneOf,
    store,
    transcripts,
    work,
    files,
    viewOf,
    segments,
    fetching,
    httpClient,
    uploadQuota,
    now,
    maxFileBytes,
    redacts,
    isBeingErased: options.erasure.erasures.isPending,
    isRemovedKey: options.erasure.removedUploadKeys.has,
    contacts: people.contactStore,
    analyst,
    slots: createOrganisationSlots(uploads),
  });
  const simulations = createSimulations({ store: createSimulationStore(database), languageModel, readPractice, now });
  const preview = createPreview({ store, transcripts, fields, work, factsOf, viewOf, analyst });
  const bulk = createBulk({ intake, files, store: createBulkStore(database), viewOf, uploadQuota, now });
  const analysis = createCallAnalysis({
    store,
    transcripts,
    work,
    fetching,
    files,
    viewOf,
    segments,
    fields,
    customers,
    costs,
    zoneOf,
    now,
    recordedAmong: options.recordedAmong,
    silenced: options.silenced,
    mp3Files: options.mp3Files,
    deletions: options.deletions,
    recordingTokens: createAddressTokens({ ...signing, purpose: 'recording', hasLeft }),
    uploadTokens: createAddressTokens({ ...signing, purpose: 'upload', hasLeft }),
  });
  const figures = createFigures({
    store: createFigureStore(database),
    currencyOf: costs.currency,
    viewOf,
    filterOf: analysis.filterOf,
    scopeOf: segments.scopeOf,
    clockOf: async (organisation) => ({ now, timezone: await zoneOf(organisation) }),
  });
  return {
    transcripts,
    segments,
    fields,
    simulations,
    calls: analysis,
    /** Returns the key details of a conversation from analysis and edits; undefined if it does not exist. */
    async foundDetails(organisation: OrganisationId, uuid: string) {
      const row = await store.find(organisation, uuid);
      return row && keyDetailsOf(analysisOf(row), editsOf(row));
    },
    routes(app: FastifyInstance) {
      registerUploadRoutes(app, { intake, analysis });
      registerBulkRoutes(app, { bulk, intake });
      const { addresses, recordingsDir } = options;
      registerPriceRoutes(app, { prices: createPriceStore(database), zoneOf, now });
      registerTokenRoutes(app, { tokens: createTokenStore(database), zoneOf, now });
      registerFigureRoutes(app, { figures, cards: createCardStore(database), now });
      registerCallAnalysisRoutes(app, { analysis, customers, addresses, httpPort: config.http.port });
      registerUploadRecording(app, { analysis, recordingsDir });
      registerSimulationRoutes(app, simulations);
      registerCustomerRoutes(app, customers);
      registerSegmentRoutes(app, segments);
      registerProjectRoutes(app, segments);
      registerExtractionFieldRoutes(app, fields, now);
      registerPreviewRoutes(app, preview);
      registerAnalysisSettingRoutes(app, settings);
    },
  };
}

export type Interactions = ReturnType<typeof openInteractionsModule>;
