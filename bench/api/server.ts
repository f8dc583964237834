import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { quantile, round } from '../table.ts';
import type { Place } from './places.ts';

const run = promisify(execFile);

const entries = {
  'control plane alone': new URL('./control-plane.js', import.meta.url),
  'whole server': new URL('../../src/main.js', import.meta.url),
} as const;

type ServerKind = keyof typeof entries;

export const serverKinds = Object.keys(entries) as readonly ServerKind[];

export async function startServer(kind: ServerKind, place: Place, env: NodeJS.ProcessEnv): Promise<ServerChild> {
  const started = await startServerChild({
    entry: entries[kind],
    env: { LOG_LEVEL: 'warn', ...env, DATABASE_URL: place.databaseUrl ?? '', ADMISSION: 'off' },
    dataDir: place.dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  return started.server;
}

/** Measures the time from process start to the `ready` line, several times. */
export async function timeStarts(kind: ServerKind, place: Place, env: NodeJS.ProcessEnv, times: number) {
  const startsMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const server = await startServer(kind, place, env);
    startsMs.push(server.startMs);
    await server.close();
  }
  return { dialect: place.dialect, kind, medianMs: round(quantile(startsMs, 0.5)), startsMs };
}

/**
 * Pins the server with all its threads to one core and this process to another, so that the load generator does not
 * take the time it measures. Returns false if that is not possible.
 */
export async function keepApart(serverPid: number): Promise<boolean> {
  const keep = async (core: number, pid: number): Promise<boolean> =>
    run('taskset', ['-a', '-c', '-p', String(core), String(pid)]).then(
      () => true,
      () => false,
    );
  return (await keep(1, serverPid)) && keep(0, process.pid);
}

/** Undoes the pinning before another server is started, which would inherit it. */
export async function keepNowhere(): Promise<void> {
  await run('taskset', ['-a', '-c', '-p', `0-${cpus().length - 1}`, String(process.pid)]).catch(() => {});
}
