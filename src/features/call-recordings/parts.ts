import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordingLimitMs } from './service.ts';

/**
 * Removes what a process was making when it died and nobody has made since. What is younger than the longest that
 * something is made may be another process's, on the same folder.
 */
export async function sweepParts(dir: string, now: Date): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const path of names.filter((name) => name.endsWith('.part')).map((name) => join(dir, name))) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && now.getTime() - found.mtimeMs > recordingLimitMs) await rm(path, { force: true });
  }
}
