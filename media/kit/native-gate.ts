import type { Worker } from 'node:worker_threads';
import { MediaFault } from '../line/fault.ts';

/**
 * Prevents the termination of a thread inside a native library: the library would throw an uncaught exception and abort
 * the process. Two numbers shared by both threads: the native operations in progress, and whether the thread is being
 * retired.
 */
export type NativeGate = Int32Array;

const running = 0;
const retired = 1;

export const createNativeGate = (): NativeGate => new Int32Array(new SharedArrayBuffer(8));

/**
 * Runs native work on the thread. Throws `engine_died` once the thread is being retired, because it may be terminated
 * at any moment.
 */
export async function throughGate<T>(gate: NativeGate | undefined, work: () => Promise<T>): Promise<T> {
  if (gate === undefined) return work();
  Atomics.add(gate, running, 1);
  try {
    if (Atomics.load(gate, retired) === 1) throw new MediaFault('engine_died', 'this thread is being ended');
    return await work();
  } finally {
    Atomics.sub(gate, running, 1);
  }
}

const lookEveryMs = 50;

/**
 * Terminates a thread as soon as it runs no native code. Resolves to true when it has ended, and to false after
 * `withinMs`; the thread then ends once it leaves native code, if ever. It does not keep the process alive.
 */
export function endOutsideNative(worker: Worker, gate: NativeGate, withinMs: number): Promise<boolean> {
  if (worker.threadId === -1) return Promise.resolve(true);
  Atomics.store(gate, retired, 1);
  worker.unref();
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const done = (hasEnded: boolean): void => {
      if (hasEnded) for (const timer of timers) clearTimeout(timer);
      resolve(hasEnded);
    };
    const look = (): void => {
      // Work that starts after this check sees that the thread is being retired.
      if (Atomics.load(gate, running) === 0) void worker.terminate();
    };
    worker.once('exit', () => done(true));
    timers.push(
      setInterval(look, lookEveryMs).unref(),
      setTimeout(() => done(false), withinMs),
    );
    look();
  });
}
