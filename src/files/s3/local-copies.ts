import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limitFolder } from '../folder-limit.ts';
import { isFull } from '../receive.ts';
import { BucketFault } from './fault.ts';

export interface LocalCopiesOptions {
  /** Folder used only by this process. */
  readonly dir: string;
  /** Maximum size of unused copies; the least recently used are removed first. */
  readonly maxBytes: number;
  readonly hasRoom: (bytes: number) => boolean;
}

export interface CopyOf {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly stream: () => Promise<Readable>;
}

/** Local copies of objects, for programs that read files. */
export interface LocalCopies {
  /** Fetches the object if it is not cached, verifies its digest, and runs `use` with its path. */
  withPath<T>(copyOf: CopyOf, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes the copy of a removed object. */
  remove(digest: string): Promise<void>;
}

export function createLocalCopies({ dir, maxBytes, hasRoom }: LocalCopiesOptions): LocalCopies {
  const users = new Map<string, number>();
  const fetching = new Map<string, Promise<void>>();

  async function fetchTo(path: string, { digest, sizeBytes, stream }: CopyOf): Promise<void> {
    const stats = await stat(path).catch(() => undefined);
    const now = new Date();
    if (stats?.size === sizeBytes) return utimes(path, now, now);
    if (!hasRoom(sizeBytes)) throw noRoom(sizeBytes);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const part = `${path}.${randomUUID()}.part`;
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(piece: Buffer, _encoding, next) {
        hash.update(piece);
        next(null, piece);
      },
    });
    try {
      await pipeline(await stream(), hashing, createWriteStream(part, { mode: 0o600 }));
      if (hash.digest('hex') !== digest)
        throw new BucketFault('object_altered', 'reading an object: its content does not match its digest');
      await rename(part, path);
    } catch (error) {
      throw isFull(error) ? noRoom(sizeBytes) : error;
    } finally {
      await rm(part, { force: true });
    }
  }

  return {
    remove: (digest) => rm(join(dir, digest), { force: true }),
    async withPath(copyOf, use) {
      const { digest } = copyOf;
      const path = join(dir, digest);
      users.set(digest, (users.get(digest) ?? 0) + 1);
      try {
        const fetched = fetching.get(digest) ?? fetchTo(path, copyOf).finally(() => fetching.delete(digest));
        fetching.set(digest, fetched);
        await fetched;
        return await use(path);
      } finally {
        const left = (users.get(digest) ?? 1) - 1;
        if (left === 0) users.delete(digest);
        else users.set(digest, left);
        await limitFolder(dir, maxBytes, (name) => !users.has(name.slice(0, 64)));
      }
    },
  };
}

/** Imitates the file system's error, so that it is handled alike. */
const noRoom = (sizeBytes: number): Error =>
  Object.assign(new Error(`the disk has no room for a copy of ${sizeBytes} bytes`), { code: 'ENOSPC' });
