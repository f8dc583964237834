import { readdirSync, readFileSync } from 'node:fs';

export interface ChildProcess {
  readonly pid: number;
  readonly command: string;
  /** Peak resident memory. */
  readonly peakBytes: number;
}

const lookEveryMs = 50;

/** Polls the child processes of this process; `end` returns those seen. */
export function watchChildren(): { end(): ChildProcess[] } {
  const seen = new Map<number, ChildProcess>();
  const others = new Set<string>();
  const look = (): void => {
    for (const child of childrenOf(process.pid, others)) {
      // A process that is about to end has no memory left.
      const peakBytes = Math.max(child.peakBytes, seen.get(child.pid)?.peakBytes ?? 0);
      seen.set(child.pid, { ...child, peakBytes });
    }
  };
  const looking = setInterval(look, lookEveryMs);
  return {
    end() {
      clearInterval(looking);
      return [...seen.values()];
    },
  };
}

/** Skips the processes in `others`, and adds to it those that have another parent. */
export function childrenOf(parent: number, others = new Set<string>()): ChildProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || others.has(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const number = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      if (number('PPid') !== parent) {
        others.add(name);
        return [];
      }
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), command, peakBytes: number('VmHWM') * 1024 }];
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });
}
