import { type JobMessage, jobFlags } from './protocol.ts';

/** Waiting jobs of one host thread, ordered by due time, then by arrival. */
export interface Schedule<T extends Pick<JobMessage, 'dueMs' | 'aborted'>> {
  /** Returns false if the queue is full. */
  add(job: T): boolean;
  /** Returns the next job to run, and removes cancelled ones. */
  next(): { readonly job: T | undefined; readonly stale: readonly T[] };
  readonly size: number;
}

export function createSchedule<T extends Pick<JobMessage, 'dueMs' | 'aborted'>>(capacity: number): Schedule<T> {
  let waiting: T[] = [];
  return {
    add(job) {
      if (waiting.length >= capacity) return false;
      const after = waiting.findIndex((other) => other.dueMs > job.dueMs);
      waiting.splice(after < 0 ? waiting.length : after, 0, job);
      return true;
    },
    next() {
      const stale = waiting.filter((job) => Atomics.load(job.aborted, 0) !== jobFlags.wanted);
      if (stale.length > 0) waiting = waiting.filter((job) => !stale.includes(job));
      return { job: waiting.shift(), stale };
    },
    get size() {
      return waiting.length;
    },
  };
}
