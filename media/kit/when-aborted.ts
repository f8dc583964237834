import type { JobSignal } from '../line/engine.ts';

/** Interval for signals without callbacks. */
const pollMs = 10;

/** Calls back once when a job is cancelled. The returned function removes the callback. */
export function whenAborted(signal: JobSignal, callback: () => void): () => void {
  if (signal.onAbort !== undefined) return signal.onAbort(callback);
  const poll = setInterval(() => {
    if (!signal.aborted) return;
    clearInterval(poll);
    callback();
  }, pollMs);
  return () => clearInterval(poll);
}
