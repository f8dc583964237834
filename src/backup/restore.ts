import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { currentNames, type Loader, type Migration, type PortableTable, type PortableValue } from '../data/index.ts';
import { type BucketFiles, placeOf } from '../files/index.ts';
import { type ArchiveEntry, readArchive, textOf, type Verified, verifyArchive } from './archive-reader.ts';
import { BackupFault } from './backup-fault.ts';

export interface RestoreTarget {
  /** This installation's migrations. */
  readonly migrations: readonly Migration[];
  /** Whether existing data can be set aside. */
  readonly canReplace: boolean;
  /** Whether the database contains no data. */
  isEmpty(): Promise<boolean>;
  /** Opens an empty database at these migrations; its files may be created in `folder`. */
  openLoader(folder: string, migrations: readonly string[]): Promise<Loader>;
  /** Moves the data loaded in `folder` into place and existing data to `replaced`. */
  take(folder: string, replaced: string): Promise<void>;
}

export interface RestoreOptions {
  readonly path: string;
  readonly dataDir: string;
  readonly target: RestoreTarget;
  /** The bucket of the servers, if it is configured: files go there. */
  readonly objects?: BucketFiles | undefined;
  /** Sets existing data aside. */
  readonly replace: boolean;
  /** Returns whether a server is running on this data. */
  readonly isInUse: () => Promise<boolean>;
  readonly now: () => Date;
  readonly onStep: (step: RestoreStep) => void;
}

export interface RestoreStep {
  readonly what: 'verify' | 'restore';
  readonly done: number;
  readonly total: number;
}

export interface RestoreReport {
  readonly madeAt: string;
  readonly rows: number;
  readonly files: number;
  readonly recordings: number;
  /** Number of campaigns paused: the backup does not know who has been called since. */
  readonly paused: number;
  /** Folder to which the existing data was moved. */
  readonly replaced?: string;
}

const folders = ['files', 'recordings'] as const;

/** Changes nothing before every hash is checked, and moves data into place only after validation. */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { path, dataDir, target } = options;
  const { size } = await stat(path).catch((cause: Error) => {
    throw new BackupFault('backup_unreadable', `${path} cannot be read: ${cause.message}.`, { cause });
  });
  const count = counter(options, size);
  const verified = await verifyArchive(path, count('verify'));
  const migrations = knownOf(verified, target.migrations);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (await options.isInUse()) throw new BackupFault('in_use', `A server is running on ${dataDir}.`);
  const isBareDatabase = await target.isEmpty();
  if (!isBareDatabase && !target.canReplace)
    throw new BackupFault('not_empty', 'The database is not empty. Create a new one.');
  const areBare = await Promise.all(folders.map((name) => isBare(join(dataDir, name))));
  const isEmpty = isBareDatabase && areBare.every(Boolean);
  if (!isEmpty && !options.replace) throw new BackupFault('not_empty', `${dataDir} or its database contains data.`);
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < size)
    throw new BackupFault('restore_failed', `${dataDir} has less room than the ${size} bytes of the backup.`);

  const stamp = options.now().toISOString().replaceAll(/[:.]/g, '-');
  const fresh = join(dataDir, `restoring-${stamp}`);
  const replaced = join(dataDir, `replaced-${stamp}`);
  for (const folder of folders) await mkdir(join(fresh, folder), { recursive: true, mode: 0o700 });
  try {
    const report = await fill(options, { ...verified, migrations }, fresh, count('restore'));
    if (!isEmpty) await mkdir(replaced, { mode: 0o700 });
    for (const folder of folders)
      await swap(join(dataDir, folder), join(fresh, folder), join(replaced, folder), isEmpty);
    await target.take(fresh, replaced);
    return isEmpty ? report : { ...report, replaced };
  } catch (cause) {
    if (cause instanceof BackupFault) throw cause;
    throw new BackupFault('restore_failed', cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function counter({ onStep }: RestoreOptions, total: number): (what: RestoreStep['what']) => (bytes: number) => void {
  return (what) => {
    let done = 0;
    return (bytes) => {
      done += bytes;
      onStep({ what, done, total });
    };
  };
}

/** Returns the migrations of a backup as this version records them. */
function knownOf({ about }: Verified, migrations: readonly Migration[]): readonly string[] {
  const names = currentNames(about.migrations, migrations);
  if (names === undefined) {
    const last = about.migrations.at(-1);
    throw new BackupFault('backup_before_baseline', `The backup was made at ${last}, which this version replaced.`);
  }
  const unknown = names.find((name, index) => migrations[index]?.name !== name);
  if (unknown === undefined) return names;
  throw new BackupFault(
    'backup_newer',
    `The backup was made by version ${about.made_by}; this version does not know ${unknown}.`,
  );
}

async function isBare(folder: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return !names.some((entry) => entry.isFile());
}

async function swap(place: string, fresh: string, replaced: string, isEmpty: boolean): Promise<void> {
  if (isEmpty) await rm(place, { recursive: true, force: true });
  else if (existsSync(place)) await rename(place, replaced);
  await rename(fresh, place);
}

async function fill(
  { path, target, objects }: RestoreOptions,
  { about, manifest, migrations }: Verified & { readonly migrations: readonly string[] },
  fresh: string,
  onBytes: (bytes: number) => void,
): Promise<RestoreReport> {
  const loader = await target.openLoader(fresh, migrations);
  const loaded: Record<string, number> = {};
  const counts = { files: 0, recordings: 0 };
  const load = async (entry: ArchiveEntry, table: string): Promise<void> => {
    const { columns, rows } = await rowsOf(entry);
    await loader.load({ name: table, columns }, rows);
    loaded[table] = (loaded[table] ?? 0) + rows.length;
  };
  try {
    for await (const entry of readArchive(path)) {
      onBytes(entry.bytes);
      if (entry.what.kind === 'rows') await load(entry, entry.what.table);
      if (entry.what.kind === 'recording') {
        await writeOut(entry, join(fresh, 'recordings', entry.what.name));
        counts.recordings += 1;
      }
      if (entry.what.kind === 'file') {
        const { digest } = entry.what;
        const place = placeOf(join(fresh, 'files'), digest);
        const md5 = await writeOut(entry, place, digest);
        // An object without a row is removed after a day, if the restore fails from here on.
        if (objects !== undefined) {
          await objects.put({ path: place, sizeBytes: (await stat(place)).size, sha256: digest, md5 });
          await rm(place);
        }
        counts.files += 1;
      }
    }
    for (const [table, rows] of Object.entries(manifest.tables)) {
      if ((loaded[table] ?? 0) !== rows)
        throw new BackupFault('restore_failed', `${table} has ${loaded[table] ?? 0} rows instead of ${rows}`);
    }
    const paused = await loader.change(
      "UPDATE flows SET status = 'paused' WHERE kind = 'outbound' AND status = 'active'",
    );
    await loader.finish();
    const rows = Object.values(loaded).reduce((sum, count) => sum + count, 0);
    return { madeAt: about.made_at, rows, ...counts, paused };
  } finally {
    await loader.close();
  }
}

const expand = promisify(gunzip);
const maxExpandedBytes = 256 * 1024 * 1024;

async function rowsOf(entry: ArchiveEntry): Promise<{ columns: PortableTable['columns']; rows: PortableValue[][] }> {
  const text = await expand(await textOf(entry), { maxOutputLength: maxExpandedBytes });
  const [columns, ...rows] = text
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { columns: columns as string[], rows: rows as PortableValue[][] };
}

/** Returns the base64 MD5 of the content. */
async function writeOut({ pieces }: ArchiveEntry, path: string, digest?: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const md5 = createHash('md5');
    for await (const piece of pieces) {
      hash.update(piece);
      md5.update(piece);
      await handle.writeFile(piece);
    }
    if (digest !== undefined && hash.digest('hex') !== digest)
      throw new BackupFault('restore_failed', `the content of file ${digest} does not match its digest`);
    await handle.sync();
    return md5.digest('base64');
  } finally {
    await handle.close();
  }
}
