import { join } from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { type Database, forOrganisation, isDiskFull, isDiskTrouble, type OwnerLock } from '../data/index.ts';
import { createDiskGuard, type Disk, openDisk } from '../disk/index.ts';
import { createDocumentStore, createDocuments } from '../features/documents/index.ts';
import { createMemberStore } from '../features/members/index.ts';
import { createFileReferences, createLocalFiles, createUploadSlots } from '../files/index.ts';
import type { Log } from '../log.ts';
import { createAddressTokens } from '../secrets/index.ts';

export interface FilesPlaneOptions {
  readonly config: DataConfig;
  readonly database: Database;
  readonly owner: OwnerLock;
  /** Signs addresses of downloads. */
  readonly sessionSecret: string;
  readonly log: Log;
  readonly now: () => Date;
  readonly nowMs: () => number;
  readonly disk?: Disk | undefined;
}

/** With less room no files are taken. */
const intakeBytes = 200 * 2 ** 20;
const uploadsAtOnce = 8;
const uploadsOfOneUser = 3;
const sweepAfterMs = 60_000;
const sweepEveryMs = 6 * 3_600_000;

/** The files, the room that they have, and what people put into them. */
export function openFilesPlane(options: FilesPlaneOptions) {
  const { config, database, owner, log, now, nowMs } = options;
  const { dataDir, ballastBytes, maxFileBytes } = config;
  const disk = createDiskGuard({
    disk: options.disk ?? openDisk({ dataDir, ballastBytes }),
    limits: { intakeBytes, ballastBytes },
    log,
    nowMs,
    onDropped: database.checkpoint,
  });
  const references = createFileReferences(database);
  const files = createLocalFiles({
    dir: join(dataDir, 'files'),
    owner,
    hasRoom: disk.hasRoom,
    heldAmong: references.heldAmong,
  });
  const documents = createDocuments({
    store: createDocumentStore((organisationId) => forOrganisation(database, organisationId), references),
    files,
    slots: createUploadSlots({ atOnce: uploadsAtOnce, eachAtOnce: uploadsOfOneUser }),
    downloadTokens: createAddressTokens({
      secret: options.sessionSecret,
      purpose: 'document',
      now,
      hasLeft: createMemberStore(database).hasLeft,
    }),
    maxFileBytes,
    now,
  });
  const closing = new AbortController();
  let sweeping: Promise<void> | undefined;

  const sweep = (): void => {
    sweeping ??= files
      .sweep(closing.signal)
      .then(
        (report) => {
          if (report.removed + report.abandoned > 0) log.info(report, 'files that nothing needs are removed');
        },
        (error: unknown) => log.error({ err: error }, 'files that nothing needs could not be looked for'),
      )
      .finally(() => {
        sweeping = undefined;
      });
  };
  const timers = [setTimeout(sweep, sweepAfterMs), setInterval(sweep, sweepEveryMs)];

  return {
    disk,
    files,
    references,
    documents,
    /** Also tells the guard, so that what makes room is done before the next look. */
    isDiskTrouble(error: unknown): boolean {
      if (isDiskFull(error)) disk.noteFull();
      return isDiskTrouble(error);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      closing.abort();
      await sweeping;
      await disk.close();
    },
  };
}
