import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../../../media/kit/invariant.ts';
import type { FileStore, StoredFile } from '../file-store.ts';
import type { LocalFilesOptions } from '../local-files.ts';
import { asideName, digestPattern, incomingOf } from '../local-names.ts';
import { digestsOf, removeEachUnheld, takeFile, unlessAbsent } from '../receive.ts';
import type { Bucket, ListedObject, Upload } from './bucket.ts';
import { BucketFault } from './fault.ts';
import { createLeftovers } from './leftovers.ts';
import { createLocalCopies } from './local-copies.ts';

export interface S3FilesOptions extends LocalFilesOptions {
  readonly bucket: Bucket;
  /** Prefix of every key, used only by this installation. Empty, or ends with a slash. */
  readonly prefix: string;
  readonly nowMs: () => number;
  /** Maximum size of local copies of objects. */
  readonly maxCopiesBytes?: number;
}

/** Minimum age at which an object without a row is swept: a restored database may need it. */
const sweepAfterMs = 24 * 3_600_000;
/**
 * Upload attempts after the commit; each concurrent removal that checked before the commit can delete the object once.
 */
const confirmTries = 5;

/**
 * File store as objects `<prefix>files/<digest>`. Incoming files wait in `incoming/` under `dir` until the object
 * exists and its row is committed.
 *
 * A removal copies the object aside, removes it, checks again for a row and, if there is one, restores the copy. An
 * upload checks its object again after its row is committed and, if it is gone, uploads it again. Concurrent upload and
 * removal of the same bytes in two processes therefore lose nothing, without relying on a clock.
 */
export function createS3Files(options: S3FilesOptions): FileStore {
  const { bucket, prefix, dir, owner, hasRoom, heldAmong } = options;
  const incoming = incomingOf(dir);
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const copiesDir = join(dir, 'copies');
  const copies = createLocalCopies({
    dir: join(copiesDir, owner.id),
    hasRoom,
    maxBytes: options.maxCopiesBytes ?? 2 ** 31,
  });
  const [filesPrefix, asidePrefix] = [`${prefix}files/`, `${prefix}aside/`];
  const keyOf = (digest: string): string => {
    invariant(digestPattern.test(digest), 'a stored file must be addressed by its digest');
    return `${filesPrefix}${digest}`;
  };

  const send = (upload: Upload): Promise<void> => bucket.put(keyOf(upload.sha256), upload);

  /** Runs after the row is committed: a removal that checked before the commit may have deleted the object. */
  async function confirm(upload: Upload): Promise<void> {
    for (let tries = 0; (await bucket.sizeOf(keyOf(upload.sha256))) !== upload.sizeBytes; tries++) {
      if (tries === confirmTries) throw new BucketFault('object_altered', 'uploading a file: the object is gone again');
      await send(upload);
    }
  }

  async function remove(digest: string): Promise<boolean> {
    await copies.remove(digest);
    const aside = `${asidePrefix}${digest}.${randomUUID()}`;
    if (!(await bucket.copy(keyOf(digest), aside))) return false;
    await bucket.remove(keyOf(digest));
    return settle(aside, digest);
  }

  /** Restores or deletes an object that was copied aside. */
  async function settle(aside: string, digest: string): Promise<boolean> {
    const isNeeded = (await heldAmong([digest])).has(digest);
    if (isNeeded) await bucket.copy(aside, keyOf(digest));
    await bucket.remove(aside);
    return !isNeeded;
  }

  const removeUnheld = (digests: readonly string[]): Promise<number> => removeEachUnheld(digests, heldAmong, remove);

  const leftovers = createLeftovers(options, { incoming, copiesDir, asidePrefix }, { confirm, settle });

  async function hand<T>(upload: Upload, use: () => Promise<T>): Promise<T> {
    const value = await use();
    await confirm(upload);
    return value;
  }

  return {
    async take(source, use) {
      const part = asideName(dir, owner.id, 'part');
      let place = part;
      let upload: Upload | undefined;
      try {
        return await takeFile(source, {
          part,
          hasRoom,
          async keep(digest, sizeBytes) {
            const named = asideName(dir, owner.id, digest);
            await rename(part, named);
            place = named;
            upload = { path: named, sizeBytes, sha256: digest, md5: (await digestsOf(named)).md5 };
            await send(upload);
          },
          async use(file) {
            const value = await use(file);
            if (upload !== undefined) await confirm(upload);
            upload = undefined;
            return value;
          },
        });
      } finally {
        const { sha256 } = upload ?? {};
        // The local file is removed unless a row refers to it; if the row was committed and the object is gone, a sweep
        // uploads it.
        const stays = sha256 !== undefined && (await heldAmong([sha256])).has(sha256);
        if (!stays) await unlink(place).catch(unlessAbsent);
        if (sha256 !== undefined && !stays) await removeUnheld([sha256]).catch(onlyBucket);
      }
    },
    async adopt(path, use) {
      const { digest, sizeBytes, md5 } = await digestsOf(path);
      const upload = { path, sizeBytes, sha256: digest, md5 };
      const there = await bucket.sizeOf(keyOf(digest));
      if (there !== sizeBytes) await send(upload);
      await hand(upload, () => use({ digest, sizeBytes }));
    },
    async find(digest) {
      const sizeBytes = await bucket.sizeOf(keyOf(digest));
      return sizeBytes === undefined ? undefined : storedFile({ digest, sizeBytes });
    },
    removeUnheld,
    async sweep(signal) {
      const report = { seen: 0, removed: 0, abandoned: await leftovers.clear() };
      const until = options.nowMs() - sweepAfterMs;
      for await (const page of bucket.list(filesPrefix)) {
        if (signal.aborted) break;
        report.seen += page.length;
        report.removed += await removeUnheld(digestsIn(page, filesPrefix, until));
      }
      report.abandoned += await leftovers.settleRemovals(signal);
      return report;
    },
  };

  function storedFile({ digest, sizeBytes }: Pick<StoredFile, 'digest' | 'sizeBytes'>): StoredFile {
    const stream: StoredFile['stream'] = async (range) => {
      const readable = await bucket.read(keyOf(digest), range);
      if (readable === undefined) throw new BucketFault('bucket_failed', 'reading an object: it is gone');
      return readable;
    };
    return {
      digest,
      sizeBytes,
      stream,
      withPath: (use) => copies.withPath({ digest, sizeBytes, stream: () => stream() }, use),
    };
  }
}

const digestsIn = (page: readonly ListedObject[], prefix: string, untilMs: number): string[] =>
  page
    .filter(({ modifiedMs }) => modifiedMs <= untilMs)
    .map(({ key }) => key.slice(prefix.length))
    .filter((name) => digestPattern.test(name));

/** Ignores bucket failures: a sweep removes the rest later. */
function onlyBucket(error: unknown): number {
  if (error instanceof BucketFault) return 0;
  throw error;
}
