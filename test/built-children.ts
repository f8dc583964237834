// Spelled differently so that the plug-in in `vitest.config.ts` does not replace it with this module.
import { runWatched as runAsGiven, type WatchedProcess } from '../src/watched-process/./index.ts';
import { builtTwin } from './built-module.ts';

export type { ProcessEnd, WatchedProcess } from '../src/watched-process/./index.ts';

/** Runs the built module: from source, each process would spend a second translating its modules again. */
export const runWatched = (options: WatchedProcess): ReturnType<typeof runAsGiven> =>
  runAsGiven({ ...options, module: builtTwin(options.module) ?? options.module });
