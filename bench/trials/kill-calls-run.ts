import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../media/emulator/random.ts';
import type { CallRun, Clip } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { countJobs, type JobCounts } from './kill-calls-store.ts';
import { closedCall, dial, pause, recordingOf, talk } from './trial-caller.ts';
import { doubledIn, openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export interface KillCallsOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** Speech of the callers. */
  readonly words: Clip;
  readonly kills: number;
  /** Minimum calls in progress at a kill. */
  readonly least: number;
  readonly most: number;
  readonly seed: number;
  readonly tell?: (text: string) => void;
}

export interface KillCallsOutcome {
  readonly kills: number;
  /** Calls whose stream was open at a kill. */
  readonly streamed: number;
  /**
   * Of these calls: closed by the next start as `interrupted`, without an end after a minute, closed for another
   * reason.
   */
  readonly interrupted: number;
  readonly stuck: number;
  readonly otherwise: number;
  /** `missing` counts only calls that were long enough to have a recording. */
  readonly recordings: {
    readonly whole: number;
    readonly broken: number;
    readonly missing: number;
    readonly mostLostMs: number;
    /** Why recordings are broken. */
    readonly reasons: readonly string[];
  };
  readonly webhooks: { readonly received: number; readonly doubled: number; readonly missing: number };
  readonly jobs: JobCounts;
  readonly turnedAway: {
    readonly count: number;
    readonly of: number;
    readonly reasons: Readonly<Record<string, number>>;
  };
  /** Time from each start to its readiness. */
  readonly readyMs: readonly number[];
}

const patienceMs = 60_000;
/** A recording is written with a delay of 1.5 s, once a second; more on a busy machine. */
const recordedFromMs = 6_000;

/** Runs a server on one data directory, kills it with SIGKILL at random moments of calls, and restarts it. */
export async function killCalls(options: KillCallsOptions): Promise<KillCallsOutcome> {
  const { kills, tell = () => {} } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-kill-'));
  const receiver = await openWebhookReceiver();
  const random = createRandom(options.seed);
  const tally = createTally();
  let server: ServerChild | undefined;
  try {
    server = await start(options, dataDir);
    await register(server, receiver);
    for (let kill = 1; kill <= kills; kill++) {
      const held = await holdCalls(server, options, { kill, random, tally });
      server = await killAndStart(server, { options, dataDir, tally, held });
      await judgeCalls(server, held, tally);
      tell(`kill ${kill} of ${kills}: ${held.length} calls, ${JSON.stringify(tally.turnedAway)}`);
    }
    await settled(server);
    await server.close();
    server = undefined;
    const jobs = await countJobs(dataDir);
    return { kills, ...tally.outcome(), webhooks: webhookCounts(receiver, tally), jobs };
  } finally {
    await server?.close();
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface HeldCall {
  readonly from: string;
  readonly run: CallRun;
  heldMs: number;
}

function createTally() {
  const counts = { streamed: 0, interrupted: 0, stuck: 0, otherwise: 0 };
  const recordings = { whole: 0, broken: 0, missing: 0, mostLostMs: 0, reasons: [] as string[] };
  const turnedAway = { count: 0, of: 0, reasons: {} as Record<string, number> };
  const readyMs: number[] = [];
  const calls = new Set<string>();
  return {
    counts,
    recordings,
    turnedAway,
    readyMs,
    calls,
    outcome: () => ({ ...counts, recordings, turnedAway, readyMs }),
  };
}

type Tally = ReturnType<typeof createTally>;

async function start({ entry, env }: KillCallsOptions, dataDir: string): Promise<ServerChild> {
  const settings = { LOG_LEVEL: 'warn', ...env, ADMISSION: 'auto', MAX_CALLS: '', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  return started.server;
}

async function register(server: ServerChild, { url }: WebhookReceiver): Promise<void> {
  const events = ['call.started', 'call.ended', 'call.failed'];
  const response = await createServerClient(server).request('/api/voice/webhooks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Trial', url, events }),
  });
  if (!response.ok) throw new Error(`the webhook was not registered: ${response.status} ${await response.text()}`);
}

/** Callers arrive within two seconds of the start and are in one of their first turns when it is over. */
async function holdCalls(
  server: ServerChild,
  { least, most, words }: KillCallsOptions,
  { kill, random, tally }: { readonly kill: number; readonly random: () => number; readonly tally: Tally },
): Promise<HeldCall[]> {
  const count = least + Math.floor(random() * (most - least + 1));
  const comesMs = Array.from({ length: count }, () => random() * 2_000);
  const killMs = 2_500 + random() * 9_000;
  const began = performance.now();
  const held = await Promise.all(
    comesMs.map(async (ms, index): Promise<HeldCall[]> => {
      await pause(ms);
      const from = `+1${2_025_600_000 + kill * 100 + index}`;
      tally.turnedAway.of += 1;
      const run = await dial(server, from);
      if (run === undefined) {
        tally.turnedAway.count += 1;
        return [];
      }
      if (!(await run.opened)) return [];
      void talk(run, { words, patienceMs }).stop;
      return [{ from, run, heldMs: 0 }];
    }),
  );
  await pause(Math.max(0, killMs - (performance.now() - began)));
  const health = (await createServerClient(server).health()) as { admission?: { refused?: Record<string, number> } };
  for (const [reason, times] of Object.entries(health?.admission?.refused ?? {}))
    tally.turnedAway.reasons[reason] = (tally.turnedAway.reasons[reason] ?? 0) + times;
  return held.flat().filter(({ run }) => !run.over);
}

async function killAndStart(
  server: ServerChild,
  { options, dataDir, tally, held }: { options: KillCallsOptions; dataDir: string; tally: Tally; held: HeldCall[] },
): Promise<ServerChild> {
  for (const call of held) call.heldMs = call.run.nowMs();
  process.kill(server.pid, 'SIGKILL');
  await server.close();
  for (const { run } of held) run.drop();
  const next = await start(options, dataDir);
  tally.readyMs.push(Math.round(next.startMs));
  return next;
}

async function judgeCalls(server: ServerChild, held: readonly HeldCall[], tally: Tally): Promise<void> {
  const { counts, recordings } = tally;
  for (const { from, heldMs } of held) {
    const call = await closedCall(server, from, patienceMs);
    counts.streamed += 1;
    if (call?.end_reason === 'interrupted') counts.interrupted += 1;
    else if (call === undefined || call.end_reason === null) counts.stuck += 1;
    else counts.otherwise += 1;
    if (call === undefined) continue;
    tally.calls.add(call.uuid);
    const recording = await recordingOf(server, call.recording_url);
    if (recording.kind === 'broken') {
      recordings.broken += 1;
      recordings.reasons.push(recording.why);
    } else if (recording.kind === 'whole') {
      recordings.whole += 1;
      recordings.mostLostMs = Math.max(recordings.mostLostMs, Math.round(heldMs - recording.lengthMs));
    } else if (heldMs > recordedFromMs) recordings.missing += 1;
  }
}

/** Waits for the work that the last start found: jobs, webhooks, recordings to be stored. */
async function settled(server: ServerChild): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  let calm = 0;
  while (calm < 3 && performance.now() < giveUpAt) {
    const text = await (await createServerClient(server).request('/metrics')).text();
    const open = text.matchAll(/^parley_jobs\{[^}]*state="(?:waiting|running)"[^}]*\} (\d+)/gm);
    calm = [...open].every(([, count]) => Number(count) === 0) ? calm + 1 : 0;
    await pause(1_000);
  }
}

function webhookCounts(receiver: WebhookReceiver, { calls }: Tally): KillCallsOutcome['webhooks'] {
  const ended = new Set(receiver.received.filter(({ event }) => event !== 'call.started').map(({ call }) => call));
  const missing = [...calls].filter((call) => !ended.has(call)).length;
  return { received: receiver.received.length, doubled: doubledIn(receiver), missing };
}
