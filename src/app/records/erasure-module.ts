import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { DataConfig } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import {
  countInFile,
  createErasureRegister,
  createErasureStore,
  createErasures,
  createQuotesStore,
  createReapply,
  createTraceStore,
  enqueueErasure,
  handleErasures,
  registerErasureRoutes,
} from '../../features/operations/erasure/index.ts';
import {
  createRemovalStore,
  createRemovedUploadKeys,
  createRemoveFiles,
} from '../../features/operations/removal/index.ts';
import type { FileReferences, FileStore } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { openPeopleModule } from '../people/people-module.ts';
import type { Every } from '../platform/rounds.ts';
import type { CallRecords } from './call-records-module.ts';

export interface ErasureModuleOptions {
  readonly config: Pick<DataConfig, 'dataDir'>;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly records: Pick<CallRecords, 'derivedFiles' | 'storedRecordings'>;
  readonly people: Pick<ReturnType<typeof openPeopleModule>, 'numberHashes' | 'contacts' | 'sightOf'>;
  readonly every: Every;
  readonly log: Log;
  readonly now: () => Date;
}

/** Other servers on the database also register erasures. */
const registerEveryMs = 3_600_000;

/** Opens the erasure of people, and the register that repeats it in restored databases. */
export function openErasureModule(options: ErasureModuleOptions) {
  const { config, database, jobs, people, records, log, now } = options;
  const { numberHashes: hashes } = people;
  const removedUploadKeys = createRemovedUploadKeys({ database, hashes, now });
  const removal = createRemovalStore(database, options.references, removedUploadKeys);
  const removeFiles = createRemoveFiles({
    files: options.files,
    derivedFiles: records.derivedFiles,
    recordings: records.storedRecordings,
  });
  const quotes = createQuotesStore(database, { cancelJob: jobs.cancel, now });
  const store = createErasureStore(database);
  const enqueue = enqueueErasure(jobs);
  const register = createErasureRegister({
    dataDir: config.dataDir,
    hashes,
    stored: store.everywhere,
    log,
    reapply: createReapply(database, enqueue),
  });
  handleErasures({
    database,
    jobs,
    erasures: store,
    traces: createTraceStore(database),
    removal,
    removeFiles,
    hashes,
    log,
    now,
    quotes,
    async search(texts) {
      if (database.dialect !== 'sqlite') return null;
      await database.checkpoint();
      const file = join(config.dataDir, 'parley.db');
      return (await countInFile(file, texts)) + (await countInFile(`${file}-wal`, texts));
    },
  });
  const erasures = createErasures({ store, hashes, enqueue, register, now });
  const syncing = options.every(
    registerEveryMs,
    register.sync,
    log,
    'failed to read or write the register of erasures',
  );
  return {
    erasures,
    removedUploadKeys,
    removal,
    removeFiles,
    quotes,
    routes: (app: FastifyInstance) =>
      registerErasureRoutes(app, { erasures, contacts: people.contacts, sightOf: people.sightOf }),
    start: () => syncing.start({ atOnce: true }),
    close: () => syncing.stop(),
  };
}
