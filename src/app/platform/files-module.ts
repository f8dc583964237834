import type { FastifyInstance } from 'fastify';
import type { DataConfig } from '../../config/config.ts';
import { type Database, forOrganisation, isDiskFull, isDiskTrouble, type OwnerLock } from '../../data/index.ts';
import { createDiskGuard, type Disk, openDisk } from '../../disk/index.ts';
import {
  createDocumentStore,
  createDocuments,
  registerDocumentRoutes,
} from '../../features/documents/documents/index.ts';
import { createMemberStore } from '../../features/people/members/index.ts';
import {
  BucketFault,
  createFileReferences,
  createUploadQuota,
  type FileStore,
  openFileStore,
} from '../../files/index.ts';
import type { Log } from '../../log.ts';
import { createAddressTokens } from '../../secrets/index.ts';
import { createOrganisationSlots } from './organisation-slots.ts';
import { createStoreWatch } from './store-watch.ts';

export interface FilesModuleOptions {
  readonly config: DataConfig;
  readonly database: Database;
  readonly owner: OwnerLock;
  /** Result of `placeOfStore`. */
  readonly place: string | null;
  /** Signs download URLs. */
  readonly sessionSecret: string;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly disk?: Disk | undefined;
}

/** Below this free space, uploads are rejected. */
const intakeBytes = 200 * 2 ** 20;
const uploads = { atOnce: 8, ofOrganisation: 5, ofUser: 3 };
const sweepAfterMs = 60_000;
const downloadTokenMs = 5 * 60_000;
const sweepEveryMs = 6 * 3_600_000;

/** Opens the file store, the guard of its disk space, and documents. */
export function openFilesModule(options: FilesModuleOptions) {
  const { config, database, owner, log, now, nowMs } = options;
  const { dataDir, ballastBytes, maxFileBytes, quotaBytes, uploadQuotaBytes } = config;
  const disk = createDiskGuard({
    disk: options.disk ?? openDisk({ dataDir, ballastBytes }),
    limits: { intakeBytes, ballastBytes },
    log,
    nowMs,
    onDropped: database.checkpoint,
  });
  const references = createFileReferences(database, options.place);
  const files = openFileStore({
    dataDir,
    bucket: config.bucket,
    owner,
    nowMs: () => now().getTime(),
    hasRoom: disk.hasRoom,
    heldAmong: references.heldAmong,
    isElsewhere: references.isElsewhere,
  });
  const documents = createDocuments({
    store: createDocumentStore((organisationId) => forOrganisation(database, organisationId), references),
    files,
    slots: createOrganisationSlots(uploads),
    downloadTokens: createAddressTokens({
      validMs: downloadTokenMs,
      secret: options.sessionSecret,
      purpose: 'document',
      now,
      hasLeft: createMemberStore(database).hasLeft,
    }),
    maxFileBytes,
    quotaBytes,
    now,
  });
  const stores = createStoreWatch({ references, log });
  const sweeping = createFileSweep(files, log);
  const timers: NodeJS.Timeout[] = [];

  return {
    disk,
    files,
    references,
    documents,
    uploadQuota: createUploadQuota(database, uploadQuotaBytes),
    /** Whether all servers share the files, and the number of single-server file stores in use. */
    get stores() {
      return { shared: options.place === null, stores: stores.count };
    },
    /** Also notifies the guard, so that space is released before its next check. */
    isDiskTrouble(error: unknown): boolean {
      if (isDiskFull(error)) disk.noteFull();
      if (error instanceof BucketFault) log.warn({ err: error, advice: error.advice }, 'the object store failed');
      return isDiskTrouble(error) || error instanceof BucketFault;
    },
    routes: (app: FastifyInstance) => registerDocumentRoutes(app, documents),
    start() {
      sweeping.start();
      if (options.place !== null && database.dialect === 'postgres') timers.push(stores.start());
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await sweeping.close();
      await disk.close();
    },
  };
}

/** Removes unused files of the store a minute after the start, and every six hours. */
function createFileSweep(files: Pick<FileStore, 'sweep'>, log: Log) {
  const closing = new AbortController();
  let sweeping: Promise<void> | undefined;

  const sweep = (): void => {
    sweeping ??= files
      .sweep(closing.signal)
      .then(
        (report) => {
          if (report.removed + report.abandoned > 0) log.info(report, 'removed unused files');
        },
        (error: unknown) => log.error({ err: error }, 'failed to look for unused files'),
      )
      .finally(() => {
        sweeping = undefined;
      });
  };
  const timers: NodeJS.Timeout[] = [];

  return {
    start: (): void => void timers.push(setTimeout(sweep, sweepAfterMs), setInterval(sweep, sweepEveryMs)),
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      closing.abort();
      await sweeping;
    },
  };
}
