import { readdir, readFile } from 'node:fs/promises';

/**
 * Returns the resident memory of a process and all its descendants, in MB of 2^20 bytes; shared memory is divided among
 * its users. Linux only: 0 elsewhere.
 */
export async function treeMb(pid: number): Promise<number> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name, in parentheses, may contain spaces.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(below)];
  const each = await Promise.all(below(pid).map(ownMb));
  return each.reduce((sum, mb) => sum + mb, 0);
}

/** Returns the memory of one process alone. */
export async function ownMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}
