import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Work, WorkAnswer, WorkRequest } from './messages.ts';

/** Runs the requests of a thread pool, one at a time. The entry module of a thread calls it once. */
export function serveWork(work: Work): void {
  yieldToCalls();
  parentPort?.on('message', ({ name, argument }: WorkRequest) =>
    parentPort?.postMessage(answerOf(work, name, argument)),
  );
}

function answerOf(work: Work, name: string, argument: unknown): WorkAnswer {
  try {
    return { kind: 'done', value: work[name]?.(argument) };
  } catch (error) {
    return { kind: 'threw', error };
  }
}

/** On Linux, each thread has its own priority. Elsewhere the call would lower that of the whole process. */
function yieldToCalls(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some sandboxes forbid this; the thread then keeps its priority.
  }
}
