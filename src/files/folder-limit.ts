import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes files for which `mayGo` is true, least recently changed first, until the rest fit within `maxBytes`. */
export async function limitFolder(dir: string, maxBytes: number, mayGo: (name: string) => boolean): Promise<void> {
  const names = (await readdir(dir).catch(() => [])).filter(mayGo);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(join(dir, name)).catch(() => undefined) })),
  );
  const files = entries.flatMap(({ name, stats }) => (stats?.isFile() ? [{ name, ...stats }] : []));
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= maxBytes) return;
    await rm(join(dir, name), { force: true });
    total -= size;
  }
}
