import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { FileSource, IncomingFile, Taken } from './file-store.ts';

/** Interval, in bytes received, between checks for free space. */
const roomEveryBytes = 8 * 1024 * 1024;

type Received = { readonly digest: string; readonly sizeBytes: number; readonly handle: FileHandle };

/** Writes and hashes incoming data. On return the file's content is on disk and the handle is still open. */
async function receive(
  part: string,
  { bytes, maxBytes }: FileSource,
  hasRoom: (bytes: number) => boolean,
): Promise<Received | 'too_large' | 'no_room'> {
  const handle = await open(part, 'wx+', 0o600);
  let whole: Received | undefined;
  try {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    let askedAt = 0;
    for await (const chunk of bytes) {
      if (sizeBytes + chunk.byteLength > maxBytes) return 'too_large';
      if (sizeBytes - askedAt >= roomEveryBytes) {
        if (!hasRoom(0)) return 'no_room';
        askedAt = sizeBytes;
      }
      hash.update(chunk);
      await writeAll(handle, chunk, sizeBytes);
      sizeBytes += chunk.byteLength;
    }
    await handle.sync();
    whole = { digest: hash.digest('hex'), sizeBytes, handle };
    return whole;
  } finally {
    if (whole === undefined) await handle.close();
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.byteLength - done, at + done);
    done += bytesWritten;
  }
}

async function readSome(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, at);
  return buffer.subarray(0, bytesRead);
}

export interface Intake<T> {
  /** Path that receives the bytes; the caller removes it. */
  readonly part: string;
  readonly hasRoom: (bytes: number) => boolean;
  readonly keep: (digest: string, sizeBytes: number) => Promise<void>;
  readonly use: (file: IncomingFile) => Promise<T>;
}

/** Receives one file and passes it to `use`; shared by all stores. Refuses the file, even midway, if space runs out. */
export async function takeFile<T>(source: FileSource, { part, hasRoom, keep, use }: Intake<T>): Promise<Taken<T>> {
  if (!hasRoom(source.expectedBytes ?? 0)) return { kind: 'no_room' };
  try {
    const received = await receive(part, source, hasRoom);
    if (typeof received === 'string') return { kind: received };
    const { digest, sizeBytes, handle } = received;
    try {
      const value = await use({
        digest,
        sizeBytes,
        read: (at, length) => readSome(handle, at, length),
        keep: () => keep(digest, sizeBytes),
      });
      return { kind: 'taken', value };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isFull(error)) return { kind: 'no_room' };
    throw error;
  }
}

/** Removes files without a row. Returns the number removed. */
export async function removeEachUnheld(
  digests: readonly string[],
  heldAmong: (digests: readonly string[]) => Promise<ReadonlySet<string>>,
  remove: (digest: string) => Promise<boolean>,
): Promise<number> {
  const held = await heldAmong(digests);
  let removed = 0;
  for (const digest of new Set(digests)) if (!held.has(digest) && (await remove(digest))) removed += 1;
  return removed;
}

/** Returns the digests of a local file, read in pieces so that other work is not blocked. */
export async function digestsOf(path: string): Promise<{ digest: string; md5: string; sizeBytes: number }> {
  const handle = await open(path);
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let sizeBytes = 0;
  for await (const piece of handle.createReadStream({ highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    sha256.update(piece);
    md5.update(piece);
    sizeBytes += piece.length;
  }
  return { digest: sha256.digest('hex'), md5: md5.digest('base64'), sizeBytes };
}

export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

export function unlessAbsent(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
