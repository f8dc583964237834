import { readFile } from 'node:fs/promises';

/** What a process has used so far, all its threads together. Linux only. */
export interface ProcessUsage {
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

/** The kernel counts time in hundredths of a second for every program (USER_HZ). */
const ticksPerSecond = 100;
const pageBytes = 4096;

/** Undefined where there is no /proc, or no such process. */
export async function readUsage(pid: number): Promise<ProcessUsage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name, in parentheses, may hold spaces; fields are counted from after it (the state is the third).
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const cpuSeconds = (fields[11]! + fields[12]!) / ticksPerSecond;
  return { cpuSeconds, rssMb: (fields[21]! * pageBytes) / 1_000_000 };
}
