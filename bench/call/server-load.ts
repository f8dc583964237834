import { readdir, readFile } from 'node:fs/promises';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { readUsage } from './process-usage.ts';

/** Wait and run times of one kind of job over a level, in milliseconds. */
export interface JobWaits {
  readonly jobs: number;
  /** Means of each window's values, weighted by its jobs. */
  readonly waitP50Ms: number;
  readonly waitP95Ms: number;
  readonly runP50Ms: number;
  /** 95th percentile of the worst window. */
  readonly worstWaitP95Ms: number;
}

/** Share of one core used by one of the server's busiest threads. */
export interface ThreadShare {
  readonly thread: string;
  readonly percent: number;
}

export interface ServerLoad {
  readonly jobs: Readonly<Record<string, JobWaits>>;
  readonly threads: readonly ThreadShare[];
  /** Share of all cores used by processes other than the server and this benchmark; null without /proc. */
  readonly othersPercent: number | null;
}

/** The server's metrics cover the last five seconds: reading at this interval counts no job twice. */
const windowMs = 5_000;
const shownThreads = 6;
/** The kernel reports time in hundredths of a second to every program (USER_HZ). */
const ticksPerSecond = 100;

interface Window {
  readonly jobs: number;
  readonly wait_p50_ms: number;
  readonly wait_p95_ms: number;
  readonly run_p50_ms: number;
}

/** Monitors a server's queues and threads; the returned function stops and returns the load. */
export async function watchServerLoad(server: ServerAddress & { readonly pid: number }) {
  const client = createServerClient(server);
  const windows = new Map<string, Window[]>();
  const startedMs = performance.now();
  const before = await threadSeconds(server.pid);
  const machineBefore = await machineTimes(server.pid);
  const timer = setInterval(async () => {
    const health = (await client.health()) as { inference?: { jobs: Record<string, Window> } } | undefined;
    for (const [kind, window] of Object.entries(health?.inference?.jobs ?? {}))
      if (window.jobs > 0) windows.set(kind, [...(windows.get(kind) ?? []), window]);
  }, windowMs);
  return async (): Promise<ServerLoad> => {
    clearInterval(timer);
    const seconds = (performance.now() - startedMs) / 1000;
    const after = await threadSeconds(server.pid);
    const machineAfter = await machineTimes(server.pid);
    const threads = [...after].map(([thread, spent]) => ({
      thread,
      percent: Math.round((100 * (spent - (before.get(thread) ?? 0))) / seconds),
    }));
    return {
      jobs: Object.fromEntries([...windows].map(([kind, all]) => [kind, waitsOf(all)])),
      othersPercent: othersPercentOf(machineBefore, machineAfter),
      threads: threads.sort((a, b) => b.percent - a.percent).slice(0, shownThreads),
    };
  };
}

function waitsOf(windows: readonly Window[]): JobWaits {
  const jobs = windows.reduce((sum, window) => sum + window.jobs, 0);
  const mean = (pick: (window: Window) => number): number =>
    Math.round((10 * windows.reduce((sum, window) => sum + pick(window) * window.jobs, 0)) / jobs) / 10;
  return {
    jobs,
    waitP50Ms: mean((window) => window.wait_p50_ms),
    waitP95Ms: mean((window) => window.wait_p95_ms),
    runP50Ms: mean((window) => window.run_p50_ms),
    worstWaitP95Ms: Math.max(...windows.map((window) => window.wait_p95_ms)),
  };
}

interface MachineTimes {
  readonly all: number;
  readonly busy: number;
  readonly known: number;
}

/** Seconds over all cores: total, busy, and busy with the server and this process. */
async function machineTimes(pid: number): Promise<MachineTimes | undefined> {
  const [line] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n');
  const server = await readUsage(pid);
  if (line === undefined || line === '' || server === undefined) return undefined;
  const times = line
    .split(/\s+/)
    .slice(1, 9)
    .map((ticks) => Number(ticks) / ticksPerSecond);
  const all = times.reduce((sum, seconds) => sum + seconds, 0);
  const idle = (times[3] ?? 0) + (times[4] ?? 0);
  const { user, system } = process.cpuUsage();
  return { all, busy: all - idle, known: server.cpuSeconds + (user + system) / 1e6 };
}

function othersPercentOf(before: MachineTimes | undefined, after: MachineTimes | undefined): number | null {
  if (before === undefined || after === undefined) return null;
  const others = after.busy - before.busy - (after.known - before.known);
  return Math.max(0, Math.round((100 * others) / (after.all - before.all)));
}

/** Returns the CPU time of each thread so far; empty without /proc. */
async function threadSeconds(pid: number): Promise<Map<string, number>> {
  const folder = `/proc/${pid}/task`;
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`${folder}/${name}/stat`, 'utf8').catch(() => undefined);
      if (stat === undefined) return undefined;
      // The name, in parentheses, may contain spaces; fields are counted after it (the state is the third).
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const niced = Number(fields[16]) > 0 ? ' niced' : '';
      const thread = Number(name) === pid ? 'main' : `${Number(name) - pid}${niced}`;
      return [thread, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond] as const;
    }),
  );
  return new Map(all.filter((one) => one !== undefined));
}
