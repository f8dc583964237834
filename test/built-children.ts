import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Spelt so that it is not what `vitest.config.ts` puts this module in the place of.
import { runWatched as runAsGiven, type WatchedProcess } from '../src/watched-process/./index.ts';

export type { ProcessEnd, WatchedProcess } from '../src/watched-process/./index.ts';

const root = join(import.meta.dirname, '..');

/** From its source, each process would translate its modules again, which takes it a second. */
export const runWatched = (options: WatchedProcess): ReturnType<typeof runAsGiven> =>
  runAsGiven({ ...options, module: builtTwin(options.module) });

function builtTwin(module: URL): URL {
  const path = fileURLToPath(module);
  const built = join(root, 'dist', path.slice(root.length).replace(/\.ts$/, '.js'));
  return path.startsWith(root) && path.endsWith('.ts') && existsSync(built) ? pathToFileURL(built) : module;
}
