import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../../../media/kit/invariant.ts';
import type { LocalFilesOptions } from '../local-files.ts';
import { asidePattern, digestPattern } from '../local-names.ts';
import { digestsOf, unlessAbsent } from '../receive.ts';
import type { Bucket, Upload } from './bucket.ts';

export interface LeftoversOptions extends Pick<LocalFilesOptions, 'owner' | 'heldAmong'> {
  readonly bucket: Pick<Bucket, 'list'>;
  readonly nowMs: () => number;
}

/** A removal that takes longer counts as abandoned. */
const removalMs = 3_600_000;

/** What processes that died have left: local files of uploads, and objects that a removal copied aside. */
export function createLeftovers(
  { bucket, owner, heldAmong, nowMs }: LeftoversOptions,
  places: { readonly incoming: string; readonly copiesDir: string; readonly asidePrefix: string },
  finish: {
    readonly confirm: (upload: Upload) => Promise<void>;
    readonly settle: (aside: string, digest: string) => Promise<boolean>;
  },
) {
  const { incoming, copiesDir, asidePrefix } = places;

  /** Finishes or removes uploads left by dead processes on this machine. */
  async function clear(): Promise<number> {
    let abandoned = 0;
    for (const name of await readdir(copiesDir).catch(() => [])) {
      if (name !== owner.id && !(await owner.isAlive(name))) await rm(join(copiesDir, name), { recursive: true });
    }
    for (const name of await readdir(incoming)) {
      const [, ownerId, what] = asidePattern.exec(name) ?? [];
      if (ownerId === undefined || what === undefined) continue;
      // Of this process's own leftovers from failed uploads, only whole files are checked: a row may need them.
      if (ownerId === owner.id ? what === 'part' : await owner.isAlive(ownerId)) continue;
      const path = join(incoming, name);
      if (what !== 'part' && (await heldAmong([what])).has(what)) await sendAgain(path, what);
      else if (ownerId === owner.id) continue;
      await unlink(path).catch(unlessAbsent);
      abandoned += 1;
    }
    return abandoned;
  }

  async function sendAgain(path: string, digest: string): Promise<void> {
    const read = await digestsOf(path);
    invariant(read.digest === digest, 'a file that waits to be uploaded must have the content of its name');
    await finish.confirm({ path, sizeBytes: read.sizeBytes, sha256: digest, md5: read.md5 });
  }

  async function settleRemovals(signal: AbortSignal): Promise<number> {
    let settled = 0;
    const until = nowMs() - removalMs;
    for await (const page of bucket.list(asidePrefix)) {
      for (const { key, modifiedMs } of page) {
        const [digest = ''] = key.slice(asidePrefix.length).split('.');
        if (signal.aborted || modifiedMs > until || !digestPattern.test(digest)) continue;
        await finish.settle(key, digest);
        settled += 1;
      }
    }
    return settled;
  }

  return { clear, settleRemovals };
}
