import { readFile } from 'node:fs/promises';

/** Resources used by a process so far, over all its threads. Linux only. */
export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

/** The kernel reports time in hundredths of a second to every program (USER_HZ). */
const ticksPerSecond = 100;
const pageBytes = 4096;

/** Undefined without /proc or without such a process. */
export async function readUsage(pid: number): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, in parentheses, may contain spaces; fields are counted after it (the state is the third).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const cpuSeconds = (fields[11]! + fields[12]!) / ticksPerSecond;
  return { cpuSeconds, rssMb: (fields[21]! * pageBytes) / 1_000_000 };
}
