import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLimitMs } from './service.ts';

/**
 * Removes partial files left by a process that died. Files younger than the longest job may belong to another process
 * that shares the folder.
 */
export async function sweepParts(dir: string, now: Date): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const path of names.filter((name) => name.endsWith('.part')).map((name) => join(dir, name))) {
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && now.getTime() - stats.mtimeMs > recordingLimitMs) await rm(path, { force: true });
  }
}
