import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askForStream, type CallRun, placeCall, readWav } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { round } from '../table.ts';
import { line } from './short-call.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `drain: one server receives SIGTERM during its calls, another is killed. Each is a process with its models.
  --calls N  (default 20)
  --out FILE (default bench/results/drain.json)
`;

const options = {
  calls: { type: 'string', default: '20' },
  out: { type: 'string', default: 'bench/results/drain.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const calls = Number(values.calls);
  if (values.help || !(calls > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const entry = new URL('../../src/main.js', import.meta.url);
  const drained = await drain({ entry, env, calls });
  const killed = await kill({ entry, env, calls });
  return conclude(values.out, [...drainVerdicts(drained), ...killVerdicts(killed)], { drained, killed });
}

export interface StopOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly calls: number;
}

export interface DrainOutcome {
  readonly calls: number;
  /** Calls ended by the server during the drain. */
  readonly cut: number;
  /** New calls after the signal, requested or opened with an earlier token. */
  readonly newTaken: number;
  /** Time from the end of the last call to the end of the process; null if it did not end. */
  readonly exitMs: number | null;
}

const patienceMs = 60_000;

/**
 * Sends SIGTERM with calls in progress: they continue, others are refused, and the process ends with the last of them.
 */
export const drain = (options: StopOptions): Promise<DrainOutcome> =>
  withData(async (dataDir) => {
    const server = await start(options, dataDir);
    try {
      const runs = await holdCalls(server, options.calls);
      const early = await ask(server, '+12025550190');
      process.kill(server.pid, 'SIGTERM');
      await isDraining(server);
      const late = await ask(server, '+12025550191');
      let newTaken = late.kind === 'stream' ? 1 : 0;
      if (early.kind === 'stream') {
        const run = placeCall({ dialect: 'telephony_a', url: early.url });
        if (await run.opened) newTaken += 1;
        run.drop();
      }
      // Longer than the goodbye of a call that is being ended.
      await pause(7_000);
      let cut = 0;
      for (const run of runs) {
        if (run.over) cut += 1;
        await run.hangUp();
        await pause(50);
      }
      const lastMs = performance.now();
      const exitMs = (await gone(server.pid)) ? performance.now() - lastMs : null;
      return { calls: options.calls, cut, newTaken, exitMs: round(exitMs) };
    } finally {
      await server.close();
    }
  });

export interface KillOutcome {
  readonly calls: number;
  /** Rows that the next start closed as interrupted. */
  readonly closed: number;
  readonly stillOpen: number;
  /** Time from the next start's readiness to the last closed row. */
  readonly closedAfterMs: number;
  readonly playable: number;
  /** Longest missing end of a recording. */
  readonly mostLostMs: number;
}

/** Sends SIGKILL with calls in progress: the next start closes them, and their recordings can be played. */
export const kill = (options: StopOptions): Promise<KillOutcome> =>
  withData(async (dataDir) => {
    const first = await start(options, dataDir);
    const runs = await holdCalls(first, options.calls);
    await pause(5_000);
    const heldMs = runs.map((run) => run.nowMs());
    process.kill(first.pid, 'SIGKILL');
    await gone(first.pid);
    await first.close();
    for (const run of runs) run.drop();

    const second = await start(options, dataDir);
    try {
      const readyMs = performance.now();
      const client = createServerClient(second);
      const outcome = { calls: options.calls, closed: 0, stillOpen: 0, closedAfterMs: 0, playable: 0, mostLostMs: 0 };
      for (let index = 0; index < runs.length; index++) {
        const uuid = await client.findCall(numberOf(index), 0);
        const giveUpAt = performance.now() + patienceMs;
        let call = uuid === undefined ? undefined : await client.call(uuid);
        while (call?.end_reason === null && performance.now() < giveUpAt) {
          await pause(200);
          call = await client.call(call.uuid);
        }
        if (call?.end_reason === 'interrupted') outcome.closed += 1;
        else outcome.stillOpen += 1;
        outcome.closedAfterMs = Math.round(performance.now() - readyMs);
        const lengthMs = call === undefined ? undefined : await playableMs(second, call.uuid);
        if (lengthMs === undefined) continue;
        outcome.playable += 1;
        outcome.mostLostMs = Math.max(outcome.mostLostMs, Math.round(heldMs[index]! - lengthMs));
      }
      return outcome;
    } finally {
      await second.close();
    }
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function withData<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-stop-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function start({ entry, env }: StopOptions, dataDir: string): Promise<ServerChild> {
  const settings = { LOG_LEVEL: 'warn', ...env, ADMISSION: 'off' };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  return started.server;
}

const numberOf = (index: number): string => `+1${2_025_570_000 + index}`;

const ask = ({ baseUrl }: ServerChild, from: string) =>
  askForStream({ dialect: 'telephony_a', baseUrl, callId: crypto.randomUUID(), from, to: line });

/** Starts calls and waits until they have been greeted. */
async function holdCalls(server: ServerChild, count: number): Promise<CallRun[]> {
  const runs: CallRun[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await ask(server, numberOf(index));
    if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
    runs.push(placeCall({ dialect: 'telephony_a', url: answer.url, identity: { from: numberOf(index), to: line } }));
  }
  const greeted = await Promise.all(runs.map((run) => run.until(() => run.agentAudible.length > 0, patienceMs)));
  if (greeted.includes(false)) throw new Error('a caller was not greeted');
  return runs;
}

async function isDraining({ baseUrl }: ServerChild): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt) {
    const health = (await createServerClient({ baseUrl }).health()) as { status?: string } | undefined;
    if (health?.status === 'draining') return;
    await pause(20);
  }
  throw new Error('the server does not say that it drains');
}

async function gone(pid: number): Promise<boolean> {
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await pause(5);
  }
  return false;
}

/** Returns the playable length of a call's recording; undefined if it is missing or does not play. */
async function playableMs(server: ServerChild, uuid: string): Promise<number | undefined> {
  const client = createServerClient(server);
  const url = (await client.call(uuid))?.recording_url;
  if (url == null) return undefined;
  const response = await client.request(`${url}&format=wav`);
  if (!response.ok) return undefined;
  const { samples, rateHz } = readWav(new Uint8Array(await response.arrayBuffer()));
  return (samples.length * 1000) / rateHz;
}

const maxExitMs = 1_000;
/** A delay of 1.5 s, one second between writes, and as much again on a busy machine. */
const maxLostMs = 4_000;

export function drainVerdicts({ calls, cut, newTaken, exitMs }: DrainOutcome): Verdict[] {
  return [
    {
      test: `R-19 SIGTERM with ${calls} calls: calls cut, new calls taken`,
      figure: `${cut}, ${newTaken}`,
      limit: '0, 0',
      outcome: judged(cut === 0 && newTaken === 0),
    },
    {
      test: `R-19 SIGTERM with ${calls} calls: from the last call's end to the end of the process`,
      figure: exitMs === null ? 'never' : `${exitMs} ms`,
      limit: `${maxExitMs} ms`,
      outcome: judged(exitMs !== null && exitMs <= maxExitMs),
    },
  ];
}

export function killVerdicts({
  calls,
  closed,
  stillOpen,
  closedAfterMs,
  playable,
  mostLostMs,
}: KillOutcome): Verdict[] {
  return [
    {
      test: `SIGKILL with ${calls} calls: closed by the next start`,
      figure: `${closed} of ${calls}, ${closedAfterMs} ms after it was ready, ${stillOpen} otherwise`,
      limit: 'all',
      outcome: judged(closed === calls),
    },
    {
      test: `SIGKILL with ${calls} calls: recordings that play`,
      figure: `${playable} of ${calls}, at most ${mostLostMs} ms lost`,
      limit: `all, ${maxLostMs} ms`,
      outcome: judged(playable === calls && mostLostMs <= maxLostMs),
    },
  ];
}
