import { mkdirSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileElsewhere } from './file-elsewhere.ts';
import type { FileStore, StoredFile, SweepReport } from './file-store.ts';
import { asideName, asidePattern, digestPattern, incomingOf, placeOf } from './local-names.ts';
import { codeOf, digestsOf, removeEachUnheld, takeFile, unlessAbsent } from './receive.ts';

export interface LocalFilesOptions {
  /** Store folder; created if missing. */
  readonly dir: string;
  /** Unique id of this process, and whether the process with a given id is still running. */
  readonly owner: { readonly id: string; isAlive(ownerId: string): Promise<boolean> };
  /** Returns whether this many more bytes may be written. */
  readonly hasRoom: (bytes: number) => boolean;
  readonly heldAmong: (digests: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns whether only other servers have the file; by default there are none. */
  readonly isElsewhere?: (digest: string) => Promise<boolean>;
}

const sweepBatch = 200;

/**
 * File store in local folders: `ab/cd/abcd…` under `dir`, and `incoming/` for uploads and removals in progress.
 *
 * An incoming file keeps its name in `incoming/` beside the one in the store until its row is committed, so it has two
 * hard links. A removal first moves the file aside and then checks: if a second link or a row exists, the file goes
 * back. Concurrent upload and removal of the same bytes in two processes therefore lose nothing, without relying on a
 * clock.
 */
export function createLocalFiles(options: LocalFilesOptions): FileStore {
  const { dir, owner, hasRoom, heldAmong } = options;
  const incoming = incomingOf(dir);
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const aside = (what: string): string => asideName(dir, owner.id, what);

  async function place(part: string, digest: string): Promise<void> {
    const path = placeOf(dir, digest);
    const folders = [dirname(path), dirname(dirname(path)), dir];
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Links a second name and renames it: an existing file of this digest is replaced by the same bytes.
    const second = aside('part');
    await link(part, second);
    await rename(second, path);
    // A rename onto another link to the same file leaves both names.
    await unlink(second).catch(unlessAbsent);
    for (const folder of folders) await syncFolder(folder);
  }

  async function remove(digest: string): Promise<boolean> {
    const path = placeOf(dir, digest);
    const moved = aside(digest);
    if (!(await rename(path, moved).then(yes, absent))) return false;
    return settle(moved, digest);
  }

  /** Restores or deletes a file that was moved aside. */
  async function settle(moved: string, digest: string): Promise<boolean> {
    const isComing = (await stat(moved)).nlink > 1;
    const isNeeded = isComing || (await heldAmong([digest])).has(digest);
    if (isNeeded) await link(moved, placeOf(dir, digest)).catch(unlessThere);
    await unlink(moved);
    return !isNeeded;
  }

  const removeUnheld = (digests: readonly string[]): Promise<number> => removeEachUnheld(digests, heldAmong, remove);

  return {
    async take(source, use) {
      const part = aside('part');
      let keptPath: string | undefined;
      try {
        return await takeFile(source, {
          part,
          hasRoom,
          async keep(digest) {
            await place(part, digest);
            keptPath = digest;
          },
          async use(file) {
            const value = await use(file);
            keptPath = undefined;
            return value;
          },
        });
      } finally {
        await unlink(part).catch(unlessAbsent);
        if (keptPath !== undefined) await removeUnheld([keptPath]);
      }
    },
    async adopt(path, use) {
      const { digest, sizeBytes } = await digestsOf(path);
      const part = aside('part');
      await link(path, part).catch((error: unknown) => copyBetweenDisks(error, path, part));
      try {
        await place(part, digest);
        await use({ digest, sizeBytes });
      } finally {
        await unlink(part);
      }
    },
    async find(digest) {
      const path = placeOf(dir, digest);
      const stats = await stat(path).catch(absent);
      if (stats !== false) return storedFile(path, { digest, sizeBytes: stats.size });
      if (await options.isElsewhere?.(digest)) throw new FileElsewhere();
      return undefined;
    },
    removeUnheld,
    async sweep(signal) {
      const report = { seen: 0, removed: 0, abandoned: await clearAbandoned() };
      for await (const digests of batches(dir, signal)) {
        report.seen += digests.length;
        report.removed += await removeUnheld(digests);
      }
      return report satisfies SweepReport;
    },
  };

  /** Finishes or removes what dead processes left in `incoming/`. */
  async function clearAbandoned(): Promise<number> {
    let abandoned = 0;
    for (const name of await readdir(incoming)) {
      const [, ownerId, what] = asidePattern.exec(name) ?? [];
      if (ownerId === undefined || what === undefined || ownerId === owner.id) continue;
      if (await owner.isAlive(ownerId)) continue;
      const path = join(incoming, name);
      await (what === 'part' ? unlink(path) : settle(path, what)).catch(unlessAbsent);
      abandoned += 1;
    }
    return abandoned;
  }
}

function storedFile(path: string, { digest, sizeBytes }: Pick<StoredFile, 'digest' | 'sizeBytes'>): StoredFile {
  return {
    digest,
    sizeBytes,
    withPath: (use) => use(path),
    async stream(range) {
      const handle = await open(path);
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
  };
}

async function copyBetweenDisks(error: unknown, from: string, to: string): Promise<void> {
  if (codeOf(error) !== 'EXDEV') throw error;
  await copyFile(from, to);
  const copy = await open(to, 'r+');
  await copy.sync().finally(() => copy.close());
}

async function* batches(dir: string, signal: AbortSignal): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for (const first of await readdir(dir)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const second of await readdir(join(dir, first))) {
      if (signal.aborted) return;
      const names = await readdir(join(dir, first, second)).catch(() => []);
      batch.push(...names.filter((name) => digestPattern.test(name)));
      if (batch.length < sweepBatch) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** A name is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const yes = (): true => true;

function absent(error: unknown): false {
  if (codeOf(error) === 'ENOENT') return false;
  throw error;
}

function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
