import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const mib = 2 ** 20;
export const noDisk = 'no small disk can be mounted here (that takes root)';

/** Mounts an in-memory disk at the folder passed to `work`; undefined if that is not possible. */
export async function onSmallDisk<T>(sizeMb: number, work: (dir: string) => Promise<T>): Promise<T | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'parley-full-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', dir]);
  } catch {
    await rm(dir, { recursive: true, force: true });
    return undefined;
  }
  try {
    return await work(dir);
  } finally {
    await run('umount', ['-l', dir]).catch(() => {});
    await rm(dir, { recursive: true, force: true }).catch(() => {});
  }
}

/** Takes space until so little is left, or none. */
export async function fill(path: string, isEnough: (freeBytes: number) => boolean): Promise<void> {
  const handle = await open(path, 'a');
  try {
    for (const bytes of [mib, 4096]) {
      const piece = Buffer.alloc(bytes, 1);
      for (;;) {
        const { bavail, bsize } = await statfs(path);
        if (!isEnough(bavail * bsize - bytes)) break;
        await handle.write(piece);
      }
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
}
