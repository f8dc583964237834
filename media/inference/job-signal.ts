import type { JobSignal } from '../line/engine.ts';
import { jobFlags } from './protocol.ts';

/** Signal of a job on a thread that runs many jobs at once. */
export interface WakeableSignal {
  readonly signal: JobSignal;
  /** Calls back those that wait for the cancellation. */
  wake(): void;
}

export function createWakeableSignal(aborted: Int32Array): WakeableSignal {
  const callbacks = new Set<() => void>();
  const isAborted = (): boolean => Atomics.load(aborted, 0) !== jobFlags.wanted;
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
