import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Size of V8's young generation. Without a limit, a thread uses 48 MB before the first collection. */
export const youngMb = { little: 6, some: 12 } as const;

/** The same limit as a flag for a separate process: V8 allots three times the semi-space size. */
export const youngFlag = (mb: number): string => `--max-semi-space-size=${mb / 3}`;

/**
 * Starts a module of this project on a thread. `url` names the TypeScript file; in a built project its compiled
 * counterpart is started instead.
 */
export function startThread(url: URL, importerUrl: string, options: WorkerOptions = {}): Worker {
  // The flags of the process refer to its own entry (`--input-type`, for example), not to this one.
  if (!importerUrl.endsWith('.ts')) return new Worker(compiledTwin(url, importerUrl), { ...options, execArgv: [] });
  // From sources (tests): Node 20 ignores `--import` for a thread's own entry, so the loader is registered first.
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(importerUrl).resolve('tsx/package.json')),
  ).href;
  const entry = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
  return new Worker(entry, { ...options, eval: true });
}

/** Returns the URL of `foo.js` for `foo.ts` if the importer is compiled. */
export function compiledTwin(url: URL, importerUrl: string): URL {
  return importerUrl.endsWith('.ts') ? url : new URL(url.href.replace(/\.ts$/, '.js'));
}
