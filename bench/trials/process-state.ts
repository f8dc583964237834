import { readdir, readFile, readlink } from 'node:fs/promises';

/** Current resources of a process. Linux only. */
export interface ProcessState {
  readonly rssMb: number;
  /** Anonymous memory, not backed by a file. */
  readonly anonymousMb: number;
  readonly threads: number;
  readonly descriptors: number;
  readonly sockets: number;
}

/** Undefined without /proc or without such a process. */
export async function readProcessState(pid: number): Promise<ProcessState | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const names = await readdir(`/proc/${pid}/fd`).catch(() => undefined);
  if (status === undefined || names === undefined) return undefined;
  const field = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return {
    rssMb: field('VmRSS') / 1024,
    anonymousMb: field('RssAnon') / 1024,
    threads: field('Threads'),
    descriptors: targets.filter((target) => target !== '').length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
  };
}
