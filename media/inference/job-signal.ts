import type { JobSignal } from '../line/engine.ts';

/** The signal of a job on a thread that runs many at once, and the way to wake a job that waits. */
export interface WakeableSignal {
  readonly signal: JobSignal;
  /** The asker has lost interest. */
  wake(): void;
}

export function createWakeableSignal(aborted: Int32Array): WakeableSignal {
  const callbacks = new Set<() => void>();
  const isAborted = (): boolean => Atomics.load(aborted, 0) === 1;
  return {
    signal: {
      get aborted() {
        return isAborted();
      },
      onAbort(callback) {
        if (isAborted()) callback();
        else callbacks.add(callback);
        return () => void callbacks.delete(callback);
      },
    },
    wake() {
      const woken = [...callbacks];
      callbacks.clear();
      for (const callback of woken) callback();
    },
  };
}
