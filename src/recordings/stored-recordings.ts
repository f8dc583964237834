import { existsSync } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Database, forOrganisation, type OrganisationId } from '../data/index.ts';
import type { FileHolder, FileReferences, FileStore, StoredFile } from '../files/index.ts';

export interface StoredRecordingsOptions {
  /** Spool folder: recordings are written here and wait for the file store. */
  readonly dir: string;
  readonly database: Database;
  readonly files: Pick<FileStore, 'adopt' | 'find' | 'removeUnheld'>;
  readonly references: FileReferences;
}

/** A WAV, in the spool or in the file store. */
export interface FoundRecording extends Pick<StoredFile, 'sizeBytes' | 'stream' | 'withPath'> {
  /** Base name for derived files. */
  readonly name: string;
  /** Whether the content never changes under this name. */
  readonly isFinal: boolean;
  readonly etag: string;
}

/** Recordings of calls: in the spool during a call, then in the file store. */
export interface StoredRecordings {
  /** Returns those of the given calls that have a recording. */
  among(organisation: OrganisationId, callUuids: readonly string[]): Promise<ReadonlySet<string>>;
  find(organisation: OrganisationId, callUuid: string): Promise<FoundRecording | undefined>;
  /**
   * Moves a finished recording from the spool into the file store, replacing the previous one. It is removed from the
   * spool once it is stored and its row is committed. Does nothing if the spool has none.
   */
  handOver(organisation: OrganisationId, callUuid: string): Promise<void>;
  /** Removes the recordings of deleted calls from the spool. */
  discard(callUuids: readonly string[]): Promise<void>;
  /** Copies the recording to `path`. Returns false if there is none. */
  copyTo(organisation: OrganisationId, callUuid: string, path: string): Promise<boolean>;
  /** Runs `work` while nothing else hands over or changes this recording. */
  exclusively<T>(callUuid: string, work: () => Promise<T>): Promise<T>;
}

const holderOf = (uuid: string): FileHolder => ({ kind: 'call_recording', uuid });

export function createStoredRecordings(options: StoredRecordingsOptions): StoredRecordings {
  const { dir, database, files, references } = options;
  const turns = new Map<string, Promise<unknown>>();
  const pathOf = (callUuid: string): string => join(dir, `${callUuid}.wav`);

  async function exclusively<T>(callUuid: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(callUuid) ?? Promise.resolve()).then(work, work);
    turns.set(callUuid, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(callUuid) === turn) turns.delete(callUuid);
    }
  }

  async function find(organisation: OrganisationId, callUuid: string): Promise<FoundRecording | undefined> {
    const spooled = await inSpool(pathOf(callUuid), callUuid, () => findStored(organisation, callUuid));
    return spooled ?? findStored(organisation, callUuid);
  }

  async function findStored(organisation: OrganisationId, callUuid: string): Promise<FoundRecording | undefined> {
    const { read } = forOrganisation(database, organisation);
    const digest = (await references.digestsOf(read, 'call_recording', [callUuid])).get(callUuid);
    const file = digest === undefined ? undefined : await files.find(digest);
    return file && { ...file, name: file.digest, isFinal: true, etag: `"${file.digest}"` };
  }

  return {
    find,
    exclusively,
    async among(organisation, callUuids) {
      const spooled = callUuids.filter((uuid) => existsSync(pathOf(uuid)));
      const { read } = forOrganisation(database, organisation);
      const stored = await references.digestsOf(read, 'call_recording', callUuids);
      return new Set([...spooled, ...stored.keys()]);
    },
    handOver: (organisation, callUuid) =>
      exclusively(callUuid, async () => {
        const path = pathOf(callUuid);
        const adopted = await stat(path).catch(() => undefined);
        if (adopted === undefined) return;
        let replaced: string[] = [];
        await files.adopt(path, async ({ digest }) => {
          replaced = await forOrganisation(database, organisation).tx(async (queries) => {
            const released = await references.release(queries, holderOf(callUuid));
            await references.hold(queries, holderOf(callUuid), digest);
            return released.filter((each) => each !== digest);
          });
        });
        await removeUnlessReplaced(path, adopted.ino);
        await files.removeUnheld(replaced);
      }),
    async discard(callUuids) {
      const gone = new Set(callUuids);
      const names = gone.size === 0 ? [] : await readdir(dir).catch(() => []);
      // The WAV, and what an interrupted hand-over or join left.
      for (const name of names) {
        const callUuid = name.slice(0, Math.max(0, name.indexOf('.')));
        if (gone.has(callUuid)) await exclusively(callUuid, () => rm(join(dir, name), { force: true }));
      }
    },
    async copyTo(organisation, callUuid, path) {
      const foundRecording = await find(organisation, callUuid);
      if (foundRecording === undefined) return false;
      await foundRecording.withPath((from) => copyFile(from, path));
      return true;
    },
  };
}

/** Another process on the same folder may have replaced it with a longer recording, which is handed over next. */
async function removeUnlessReplaced(path: string, inode: number): Promise<void> {
  const aside = `${path}.handed.part`;
  const isThere = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  if ((await stat(aside)).ino === inode) await rm(aside);
  else await rename(aside, path);
}

/**
 * Returns the current part of a recording in progress. If it is handed over before it is read, `later` finds it in the
 * store.
 */
async function inSpool(
  path: string,
  callUuid: string,
  later: () => Promise<FoundRecording | undefined>,
): Promise<FoundRecording | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  const { size: sizeBytes, mtimeMs } = stats;
  return {
    sizeBytes,
    name: callUuid,
    isFinal: false,
    etag: `"${callUuid}-${sizeBytes}-${Math.round(mtimeMs)}"`,
    withPath: (use) => use(path),
    async stream(range = { start: 0, end: sizeBytes - 1 }): Promise<Readable> {
      const handle = await open(path).catch(async (error: unknown) => {
        const moved = await later();
        if (moved === undefined) throw error;
        return moved;
      });
      if ('stream' in handle) return handle.stream(range);
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
  };
}
