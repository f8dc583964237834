import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { extract } from 'tar-stream';
import { BackupFault } from './backup-fault.ts';
import { type About, about, type EntryKind, entryKind, formatVersion, type Manifest, manifest } from './format.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly what: EntryKind;
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface Verified {
  readonly about: About;
  readonly manifest: Manifest;
}

/** Size limit of row and manifest entries, in bytes. */
const maxTextBytes = 256 * 1024 * 1024;

/** Yields entries in order; each must be read before the next is requested. Throws `backup_unreadable`. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const input = createReadStream(path, { highWaterMark: 1024 * 1024 });
  input.on('error', (error) => tar.destroy(error));
  input.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, size = 0, type } = entry.header;
      const what = entryKind(name);
      if (what === undefined || type !== 'file') throw unreadable(path, 'it contains unexpected entries');
      yield { name, what, bytes: size, pieces: piecesOf(path, entry) };
    }
  } catch (cause) {
    if (cause instanceof BackupFault) throw cause;
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    input.destroy();
  }
}

/** Converts archive errors that only appear while reading an entry. */
async function* piecesOf(path: string, entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) yield piece as Uint8Array;
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const unreadable = (path: string, why: string, cause?: unknown): BackupFault =>
  new BackupFault('backup_unreadable', `${path} is not a complete backup: ${why}.`, { cause });

export async function textOf({ pieces, bytes }: ArchiveEntry): Promise<Buffer> {
  if (bytes > maxTextBytes) throw new BackupFault('backup_unreadable', 'An entry of the backup is far too large.');
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Reads the whole archive and checks every hash. Throws `backup_unreadable`, or `backup_newer` for another format. */
export async function verifyArchive(path: string, onBytes: (bytes: number) => void): Promise<Verified> {
  const seen: Manifest['entries'] = {};
  let read: { about?: About; manifest?: Manifest } = {};
  for await (const entry of readArchive(path)) {
    if (read.manifest !== undefined || Object.hasOwn(seen, entry.name))
      throw unreadable(path, 'an entry appears twice');
    if (entry.what.kind === 'manifest') {
      read = { ...read, manifest: parse(path, manifest, await textOf(entry)) };
      continue;
    }
    const hash = createHash('sha256');
    const chunks: Uint8Array[] = [];
    for await (const piece of entry.pieces) {
      hash.update(piece);
      onBytes(piece.byteLength);
      if (entry.what.kind === 'about') chunks.push(piece);
    }
    seen[entry.name] = { bytes: entry.bytes, sha256: hash.digest('hex') };
    if (entry.what.kind === 'about') read = { ...read, about: parse(path, about, Buffer.concat(chunks)) };
  }
  if (read.about === undefined || read.manifest === undefined) throw unreadable(path, 'its end is missing');
  if (read.about.format !== formatVersion)
    throw new BackupFault('backup_newer', `${path} has the unknown format ${read.about.format}.`);
  compare(path, seen, read.manifest.entries);
  return { about: read.about, manifest: read.manifest };
}

function compare(path: string, seen: Manifest['entries'], expected: Manifest['entries']): void {
  for (const [name, { bytes, sha256 }] of Object.entries(expected)) {
    if (!Object.hasOwn(seen, name)) throw unreadable(path, `${name} is missing`);
    if (seen[name]?.sha256 !== sha256 || seen[name]?.bytes !== bytes) throw unreadable(path, `${name} was altered`);
  }
  for (const name of Object.keys(seen)) if (!Object.hasOwn(expected, name)) throw unreadable(path, `${name} was added`);
}

function parse<T>(path: string, schema: { parse(value: unknown): T }, text: Buffer): T {
  try {
    return schema.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw unreadable(path, 'its description cannot be read', cause);
  }
}
