import { readFileSync } from 'node:fs';

/**
 * Returns the total time in ms that a thread of this process was ready to run without a free core: the second field of
 * Linux's `schedstat`. Returns 0 if it is not available.
 */
export function starvedMsOf(thread: number | undefined): number {
  if (thread === undefined) return 0;
  try {
    const waitedNs = readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')[1];
    return Number(waitedNs ?? 0) / 1e6;
  } catch {
    return 0;
  }
}
