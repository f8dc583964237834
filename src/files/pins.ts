import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asideName, digestPattern, incomingOf, placeOf } from './local-names.ts';

/** Files protected from removal. */
export interface Pins {
  /** Returns the path of a pinned file; undefined if it is not pinned. */
  pathOf(digest: string): string;
  release(): Promise<void>;
}

/**
 * Gives every file of the store in `dir` a second link, so that a removal restores it (`local-files.ts`). After the
 * release, the next sweep removes the links.
 */
export async function pinFiles(dir: string, ownerId: string): Promise<Pins> {
  const pins = new Map<string, string>();
  await mkdir(incomingOf(dir), { recursive: true, mode: 0o700 });
  for (const first of await readdir(dir)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const second of await readdir(join(dir, first))) {
      for (const digest of (await readdir(join(dir, first, second))).filter((name) => digestPattern.test(name))) {
        const pin = asideName(dir, ownerId, 'part');
        // A file that has already been removed was not needed.
        if (await link(placeOf(dir, digest), pin).then(isDone, isNot)) pins.set(digest, pin);
      }
    }
  }
  return {
    pathOf: (digest) => pins.get(digest) ?? placeOf(dir, digest),
    async release() {
      for (const pin of pins.values()) await rm(pin, { force: true });
    },
  };
}

const isDone = (): boolean => true;
const isNot = (): boolean => false;
