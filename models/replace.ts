import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { exists } from './exists.ts';

/** Names of folders in which models are made begin with it. */
export const draftPrefix = '.fetching-';
const replacedFolder = 'replaced';

/**
 * Cleans up after an interrupted run: restores a model that was being replaced and deletes the rest. Requires the lock.
 */
export async function clearLeftovers(modelsDir: string): Promise<void> {
  for (const name of await readdir(modelsDir)) {
    if (!name.startsWith(draftPrefix)) continue;
    const replaced = join(modelsDir, name, replacedFolder);
    for (const role of await readdir(replaced).catch(() => [])) {
      const home = join(modelsDir, role);
      if (!(await exists(home))) await rename(join(replaced, role), home);
    }
    await rm(join(modelsDir, name), { recursive: true, force: true });
  }
}

/**
 * Moves a finished folder to its home. Between the two renames, the old one is in the draft folder, from which
 * `clearLeftovers` restores it.
 */
export async function swapIn(made: string, home: string, draft: string): Promise<void> {
  if (!(await exists(home))) return rename(made, home);
  const replaced = join(draft, replacedFolder);
  await mkdir(replaced, { recursive: true });
  const aside = join(replaced, basename(home));
  await rename(home, aside);
  await rename(made, home).catch(async (error: unknown) => {
    await rename(aside, home);
    throw error;
  });
}
