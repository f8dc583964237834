import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Spelled differently so that the plug-in in `vitest.config.ts` does not replace it with this module.
import { runWatched as runAsGiven, type WatchedProcess } from '../src/watched-process/./index.ts';

export type { ProcessEnd, WatchedProcess } from '../src/watched-process/./index.ts';

const root = join(import.meta.dirname, '..');

/** Runs the built module: from source, each process would spend a second translating its modules again. */
export const runWatched = (options: WatchedProcess): ReturnType<typeof runAsGiven> =>
  runAsGiven({ ...options, module: builtTwin(options.module) });

function builtTwin(module: URL): URL {
  const path = fileURLToPath(module);
  const built = join(root, 'dist', path.slice(root.length).replace(/\.ts$/, '.js'));
  return path.startsWith(root) && path.endsWith('.ts') && existsSync(built) ? pathToFileURL(built) : module;
}
