import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Snapshot } from '../data/index.ts';
import { type BucketFiles, placeOf } from '../files/index.ts';

export interface VerifyOptions {
  readonly dataDir: string;
  readonly openSnapshot: () => Promise<Snapshot>;
  /** This server's file store; null if the servers share a bucket. */
  readonly place: string | null;
  /** The bucket of the servers, if it is configured. */
  readonly objects?: BucketFiles | undefined;
  /** Only looks whether files exist. */
  readonly quick: boolean;
  readonly onStep: (step: { readonly done: number; readonly total: number }) => void;
}

export interface VerifiedFile {
  readonly digest: string;
  /** What needs it: the kind and the uuid of the record. */
  readonly holder: string;
  readonly uuid: string;
}

export interface VerifyReport {
  /** Files that rows refer to, each counted once. */
  readonly files: number;
  readonly intact: number;
  readonly missing: readonly VerifiedFile[];
  readonly damaged: readonly VerifiedFile[];
  /** Files in the store of another server, where the command has to run too. */
  readonly elsewhere: number;
}

interface Row extends VerifiedFile {
  readonly place: string | null;
}

/** Compares every file that a row refers to with its hash, here or in the bucket, while servers run. */
export async function verifyFiles(options: VerifyOptions): Promise<VerifyReport> {
  const rows = await rowsOf(await options.openSnapshot());
  const missing: VerifiedFile[] = [];
  const damaged: VerifiedFile[] = [];
  let elsewhere = 0;
  let done = 0;
  for (const { place, ...file } of rows.values()) {
    options.onStep({ done: done++, total: rows.size });
    const pieces = await openFile(options, file.digest, place);
    if (pieces === 'elsewhere') elsewhere += 1;
    else if (pieces === undefined) missing.push(file);
    else if (pieces !== 'found' && (await digestOf(pieces)) !== file.digest) damaged.push(file);
  }
  const intact = rows.size - missing.length - damaged.length - elsewhere;
  return { files: rows.size, intact, missing, damaged, elsewhere };
}

async function rowsOf(snapshot: Snapshot): Promise<Map<string, Row>> {
  const rowsByDigest = new Map<string, Row>();
  try {
    const table = snapshot.tables.find(({ name }) => name === 'file_references');
    if (table === undefined) return rowsByDigest;
    const at = (column: string): number => table.columns.indexOf(column);
    for await (const batch of snapshot.rows(table)) {
      for (const row of batch) {
        const [digest, holder, uuid] = [at('digest'), at('holder_kind'), at('holder_uuid')].map((i) => String(row[i]));
        const place = row[at('place')];
        if (digest !== undefined && holder !== undefined && uuid !== undefined)
          rowsByDigest.set(digest, { digest, holder, uuid, place: typeof place === 'string' ? place : null });
      }
    }
    return rowsByDigest;
  } finally {
    await snapshot.close();
  }
}

async function openFile(
  { dataDir, objects, place: ownPlace, quick }: VerifyOptions,
  digest: string,
  place: string | null,
): Promise<AsyncIterable<Uint8Array> | 'found' | 'elsewhere' | undefined> {
  const path = placeOf(join(dataDir, 'files'), digest);
  if (existsSync(path)) return quick ? 'found' : createReadStream(path);
  if (place !== null && place !== ownPlace) return 'elsewhere';
  if (objects === undefined) return undefined;
  if (quick) return (await objects.sizeOf(digest)) === undefined ? undefined : 'found';
  return objects.read(digest);
}

async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
