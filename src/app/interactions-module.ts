import type { FastifyInstance } from 'fastify';
import { createStereoReader, type Transcriber } from '../audio/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import {
  createAnalysisWork,
  createCallAnalysis,
  createFacts,
  createIntake,
  registerCallAnalysisRoutes,
  registerUploadRoutes,
} from '../features/call-analysis/index.ts';
import type { CallEnded } from '../features/calls/index.ts';
import { createExtractionFieldStore, registerExtractionFieldRoutes } from '../features/extraction-fields/index.ts';
import {
  createCallInteractions,
  createInteractionStore,
  createTranscriptStore,
} from '../features/interactions/index.ts';
import { createMemberStore } from '../features/members/index.ts';
import { createUploadSlots, type FileReferences, type FileStore } from '../files/index.ts';
import type { Addresses } from '../http/media-address.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import type { StoredRecordings } from '../recordings/index.ts';
import { createAddressTokens } from '../secrets/index.ts';
import type { openPeopleModule } from './people-module.ts';

export interface InteractionsModuleOptions {
  readonly config: Pick<Config, 'data' | 'http'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly callEnded: CallEnded;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'sightOf'>;
  readonly transcriber: Transcriber;
  readonly addresses: Addresses;
  readonly sessionSecret: string;
  /** Calls whose recording is stored. */
  readonly recordedAmong: StoredRecordings['among'];
  readonly log: Log;
  readonly now: () => Date;
}

const uploadsAtOnce = 8;
const uploadsOfOneUser = 3;
const maxSeconds = 4 * 3600;
const recordingTokenMs = 3_600_000;

/** The record of every finished conversation, its transcript, and what is found in it. */
export function openInteractionsModule(options: InteractionsModuleOptions) {
  const { config, database, jobs, files, callEnded, people, log, now } = options;
  const transcripts = createTranscriptStore(database);
  const store = createInteractionStore(database, options.references);
  const fields = createExtractionFieldStore(database);
  const work = createAnalysisWork({
    ...{ jobs, store, transcripts, fields, files, log, now, transcriber: options.transcriber },
    factsOf: createFacts(database),
    readStereo: createStereoReader({
      module: async () => (await import('../../media/index.ts')).transcriptModules.decode,
      maxSeconds,
    }),
  });
  callEnded.subscribeSpoken(createCallInteractions({ database, transcripts, onWords: work.analyse, now }));
  const viewOf = async (viewer: Parameters<typeof people.sightOf>[0]) => ({
    organisation: viewer.organisationId,
    tags: await people.sightOf(viewer),
  });
  const signing = { secret: options.sessionSecret, validMs: recordingTokenMs, now };
  const { hasLeft } = createMemberStore(database);
  const intake = createIntake({
    ...{ store, transcripts, work, files, viewOf, now, maxFileBytes: config.data.maxFileBytes },
    slots: createUploadSlots({ atOnce: uploadsAtOnce, eachAtOnce: uploadsOfOneUser }),
  });
  const analysis = createCallAnalysis({
    ...{ store, transcripts, work, files, viewOf, now, recordedAmong: options.recordedAmong },
    recordingTokens: createAddressTokens({ ...signing, purpose: 'recording', hasLeft }),
    uploadTokens: createAddressTokens({ ...signing, purpose: 'upload', hasLeft }),
  });
  return {
    transcripts,
    routes(app: FastifyInstance) {
      registerUploadRoutes(app, { intake, analysis });
      registerCallAnalysisRoutes(app, { analysis, addresses: options.addresses, httpPort: config.http.port });
      registerExtractionFieldRoutes(app, fields);
    },
  };
}

export type Interactions = ReturnType<typeof openInteractionsModule>;
