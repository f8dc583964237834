import { Worker, type WorkerOptions } from 'node:worker_threads';
// Spelled differently so that the plug-in in `vitest.config.ts` does not replace it with this module.
import * as asGiven from '../media/kit/./thread.ts';
import { builtTwin } from './built-module.ts';

export const { compiledTwin, youngFlag, youngMb } = asGiven;

/**
 * Starts the built module: from source, each thread would spend a third of a second translating its modules again. The
 * modules that its data names are built ones too; with one that is not built, all run from source. Modules of tests that
 * are plain JavaScript need no build.
 */
export function startThread(url: URL, importerUrl: string, options: WorkerOptions = {}): Worker {
  const built = url.pathname.endsWith('.mjs') ? url : builtTwin(url);
  if (built === undefined) return asGiven.startThread(url, importerUrl, options);
  const sources: string[] = [];
  const workerData = withBuiltModules(options.workerData, sources);
  if (sources.length > 0) return asGiven.startThread(url, importerUrl, options);
  return new Worker(built, { ...options, workerData, execArgv: [] });
}

/** A copy with the built counterpart of each module that it names. Adds those without one to `sources`. */
function withBuiltModules(value: unknown, sources: string[]): unknown {
  if (typeof value === 'string' && /^file:.*\.ts$/.test(value)) {
    const built = builtTwin(new URL(value))?.href;
    if (built === undefined) sources.push(value);
    return built;
  }
  if (Array.isArray(value)) return value.map((one) => withBuiltModules(one, sources));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBuiltModules(one, sources)]));
}
