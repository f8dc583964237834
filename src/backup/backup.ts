import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PortableTable, PortableValue, Snapshot } from '../data/index.ts';
import { type BucketFiles, type Pins, pinFiles } from '../files/index.ts';
import { type ArchiveWriter, openArchiveWriter } from './archive-writer.ts';
import { BackupFault } from './backup-fault.ts';
import { type About, aboutName, formatVersion, type Manifest, manifestName, rowsName } from './format.ts';

export interface BackupOptions {
  /** Path of the backup file. */
  readonly path: string;
  readonly dataDir: string;
  readonly version: string;
  readonly openSnapshot: () => Promise<Snapshot>;
  /** Unique id of the process making the backup; others use it to check whether it is alive. */
  readonly ownerId: string;
  /** This server's file store; null if the servers share a bucket. */
  readonly place: string | null;
  /** The bucket of the servers, if it is configured. */
  readonly objects?: BucketFiles | undefined;
  /** Whether files of the bucket are fetched into the backup. */
  readonly withObjects: boolean;
  readonly now: () => Date;
  readonly onStep: (step: BackupStep) => void;
}

export interface BackupStep {
  readonly what: 'database' | 'files' | 'recordings';
  readonly done: number;
  readonly total: number;
}

export interface BackupReport {
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
  readonly recordings: number;
  readonly leftOut: readonly LeftOut[];
}

/**
 * - `in_bucket`: the bucket was not asked for.
 * - `missing`: neither here nor in the bucket.
 * - `elsewhere`: on another server, or in a bucket for which the settings are absent.
 * - `changing`: was being written or removed.
 */
export type LeftOutReason = 'in_bucket' | 'missing' | 'elsewhere' | 'changing';

export interface LeftOut {
  readonly name: string;
  readonly reason: LeftOutReason;
  /** Whether it is the recording of a call. */
  readonly isRecording: boolean;
}

/** Approximate amount of text per row entry; each entry has its own hash. */
const pieceCharacters = 4 * 1024 * 1024;
/** The recording of an ended call may still receive its last second. */
const stillMs = 10_000;

/** Files and recordings to include, collected from the rows. */
interface Needed {
  /** Where each file is, by digest: the id of one server's store, or null. */
  readonly digests: Map<string, string | null>;
  /** Digests of recordings of calls. */
  readonly recordings: Set<string>;
  readonly endedCalls: Set<string>;
  /** Calls whose recording is in the file store. */
  readonly storedCalls: Set<string>;
}

/**
 * Writes a consistent snapshot of the database with its files and recordings during normal operation. Files are pinned
 * before the snapshot, so that files removed during the backup are included.
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { path, dataDir } = options;
  if (existsSync(path)) throw new BackupFault('out_unusable', `The file ${path} already exists.`);
  const pins = await pinFiles(join(dataDir, 'files'), options.ownerId);
  // Listed before the snapshot: recordings handed to the file store afterwards would otherwise be missed silently.
  const spooled = await spooledIn(dataDir);
  let writer: ArchiveWriter | undefined;
  try {
    const snapshot = await options.openSnapshot();
    try {
      writer = await openArchiveWriter(path).catch((cause: Error) => {
        throw new BackupFault('out_unusable', `${path} cannot be written: ${cause.message}.`, { cause });
      });
      const report = await write(options, { writer, snapshot, pins, spooled });
      await writer.finish();
      return { ...report, bytes: (await stat(path)).size };
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    await writer?.abandon();
    throw named(error, path);
  } finally {
    await pins.release();
  }
}

interface Parts {
  readonly writer: ArchiveWriter;
  readonly snapshot: Snapshot;
  readonly pins: Pins;
  /** Recordings that were in the spool before the snapshot. */
  readonly spooled: readonly string[];
}

async function write(
  options: BackupOptions,
  { writer, snapshot, pins, spooled }: Parts,
): Promise<Omit<BackupReport, 'bytes'>> {
  const about: About = {
    format: formatVersion,
    made_by: options.version,
    made_at: options.now().toISOString(),
    dialect: snapshot.dialect,
    migrations: [...snapshot.migrations],
  };
  await writer.put(aboutName, json(about));
  const needed: Needed = { digests: new Map(), recordings: new Set(), endedCalls: new Set(), storedCalls: new Set() };
  const tables: Manifest['tables'] = {};
  for (const [index, table] of snapshot.tables.entries()) {
    options.onStep({ what: 'database', done: index, total: snapshot.tables.length });
    tables[table.name] = await writeTable(writer, snapshot, table, needed);
  }
  const leftOut: LeftOut[] = [];
  const files = await writeFiles(options, writer, { ...needed, pins }, leftOut);
  const recordings = await writeRecordings(options, writer, { ...needed, spooled }, leftOut);
  const leftOutNames = leftOut.map(({ name }) => name);
  await writer.put(manifestName, json({ entries: writer.entries, tables, left_out: leftOutNames } satisfies Manifest));
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { rows, files, recordings, leftOut };
}

const compress = promisify(gzip);

const placedTables = ['file_references', 'jobs'];

/** Returns the number of rows. */
async function writeTable(writer: ArchiveWriter, snapshot: Snapshot, table: PortableTable, needed: Needed) {
  const head = `${JSON.stringify(table.columns)}\n`;
  // The backup contains the files, so the restored rows must not refer to another server's store.
  const place = placedTables.includes(table.name) ? table.columns.indexOf('place') : -1;
  let text = head;
  let piece = 0;
  let rows = 0;
  for await (const batch of snapshot.rows(table)) {
    rows += batch.length;
    for (const row of batch) text += `${JSON.stringify(row.map((value, at) => (at === place ? null : value)))}\n`;
    gather(table, batch, needed);
    if (text.length < pieceCharacters) continue;
    await writer.put(rowsName(table.name, piece++), await compress(text));
    text = head;
  }
  if (text !== head) await writer.put(rowsName(table.name, piece), await compress(text));
  return rows;
}

function gather(table: PortableTable, rows: readonly (readonly PortableValue[])[], needed: Needed): void {
  const at = (column: string): number => table.columns.indexOf(column);
  if (table.name === 'file_references') {
    for (const row of rows) {
      const digest = String(row[at('digest')]);
      const place = row[at('place')];
      needed.digests.set(digest, typeof place === 'string' ? place : null);
      if (row[at('holder_kind')] !== 'call_recording') continue;
      needed.storedCalls.add(String(row[at('holder_uuid')]));
      needed.recordings.add(digest);
    }
  }
  if (table.name === 'calls') {
    for (const row of rows) if (row[at('ended_at')] !== null) needed.endedCalls.add(String(row[at('uuid')]));
  }
}

async function writeFiles(
  options: BackupOptions,
  writer: ArchiveWriter,
  { pins, digests, recordings }: Pick<Needed, 'digests' | 'recordings'> & { readonly pins: Pins },
  leftOut: LeftOut[],
): Promise<number> {
  let done = 0;
  for (const digest of [...digests.keys()].sort()) {
    options.onStep({ what: 'files', done: done++, total: digests.size });
    const name = `files/${digest}`;
    const path = pins.pathOf(digest);
    const isRecording = recordings.has(digest);
    if (existsSync(path)) await writer.putFile(name, path);
    else {
      const reason = await writeObject(options, writer, { name, digest, place: digests.get(digest) ?? null });
      if (reason !== undefined) leftOut.push({ name, reason, isRecording });
    }
  }
  return Object.keys(writer.entries).filter((name) => name.startsWith('files/')).length;
}

interface Wanted {
  readonly name: string;
  readonly digest: string;
  readonly place: string | null;
}

/** Fetches a file from the bucket, if that is wanted. Returns why it was left out. */
async function writeObject(
  { objects, withObjects, place: ownPlace }: BackupOptions,
  writer: ArchiveWriter,
  { name, digest, place }: Wanted,
): Promise<LeftOutReason | undefined> {
  if (objects === undefined) return place === ownPlace && ownPlace !== null ? 'missing' : 'elsewhere';
  if (place !== null) return 'elsewhere';
  if (!withObjects) return 'in_bucket';
  const bytes = await objects.sizeOf(digest);
  const pieces = bytes === undefined ? undefined : await objects.read(digest);
  if (bytes === undefined || pieces === undefined) return 'missing';
  await writer.putStream(name, bytes, pieces);
  if (writer.entries[name]?.sha256 !== digest)
    throw new BackupFault('object_damaged', `The object of ${digest} in ${objects.name} has another content.`);
  return undefined;
}

/** MP3s are not included: they can be regenerated. */
async function writeRecordings(
  { dataDir, now, onStep }: BackupOptions,
  writer: ArchiveWriter,
  { endedCalls, storedCalls, spooled }: Needed & Pick<Parts, 'spooled'>,
  leftOut: LeftOut[],
): Promise<number> {
  const dir = join(dataDir, 'recordings');
  const names = [...new Set([...spooled, ...(await spooledIn(dataDir))])].sort();
  let keptBytes = 0;
  for (const [done, name] of names.entries()) {
    onStep({ what: 'recordings', done, total: names.length });
    const path = join(dir, name);
    const age = now().getTime() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY);
    if (endedCalls.has(basename(name, '.wav')) && age >= stillMs) {
      await writer.putFile(`recordings/${name}`, path);
      keptBytes += 1;
    } else if (!storedCalls.has(basename(name, '.wav')))
      leftOut.push({ name: `recordings/${name}`, reason: 'changing', isRecording: true });
  }
  return keptBytes;
}

const spooledIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(join(dataDir, 'recordings')).catch(() => [])).filter((name) => /^[0-9a-f-]{36}\.wav$/.test(name));

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

function named(error: unknown, path: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupFault('out_unusable', `The disk of ${path} is full.`, { cause: error });
  return error;
}
