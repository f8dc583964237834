import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What V8 keeps for newborn objects: a thread that is given none takes 48 MB for them before it collects. */
export const youngMb = { little: 6, some: 12 } as const;

/** The same for a process of its own: V8 divides it by three. */
export const youngFlag = (mb: number): string => `--max-semi-space-size=${mb / 3}`;

/**
 * Starts a module of this project on a thread. `url` names the TypeScript file; when the project has been built, its
 * compiled twin is started instead.
 */
export function startThread(url: URL, importerUrl: string, options: WorkerOptions = {}): Worker {
  // What the process was started with is about its own entry (`--input-type`, say), not about this one.
  if (!importerUrl.endsWith('.ts')) return new Worker(compiledTwin(url, importerUrl), { ...options, execArgv: [] });
  // From sources (tests): Node 20 ignores `--import` for a thread's own entry, so the loader is registered first.
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(importerUrl).resolve('tsx/package.json')),
  ).href;
  const entry = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })`;
  return new Worker(entry, { ...options, eval: true });
}

/** `foo.ts` beside a compiled importer is `foo.js`. */
export function compiledTwin(url: URL, importerUrl: string): URL {
  return importerUrl.endsWith('.ts') ? url : new URL(url.href.replace(/\.ts$/, '.js'));
}
