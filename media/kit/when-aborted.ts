import type { JobSignal } from '../line/engine.ts';

/** How often a signal is read that calls nobody back. */
const pollMs = 10;

/** Calls back once when the asker of a job loses interest. The function returned cancels that. */
export function whenAborted(signal: JobSignal, callback: () => void): () => void {
  if (signal.onAbort !== undefined) return signal.onAbort(callback);
  const poll = setInterval(() => {
    if (!signal.aborted) return;
    clearInterval(poll);
    callback();
  }, pollMs);
  return () => clearInterval(poll);
}
