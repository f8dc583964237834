import './telemetry-off.ts';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Size of V8's young generation. Without a limit, a thread uses 48 MB before the first collection. */
export const youngMb = { little: 6, some: 12 } as const;

/** The same limit as a flag for a separate process: V8 allots three times the semi-space size. */
export const youngFlag = (mb: number): string => `--max-semi-space-size=${mb / 3}`;

/** Starts a compiled module on a thread. */
export function startThread(url: URL, options: WorkerOptions = {}): Worker {
  // The flags of the process refer to its own entry (`--input-type`, for example), not to this one.
  return new Worker(url, { ...options, execArgv: [] });
}
