import { readFileSync } from 'node:fs';

/**
 * How long in all a thread of this process was ready to run while no core was free, milliseconds: the second figure of
 * Linux's `schedstat`. 0 where the system does not tell.
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
