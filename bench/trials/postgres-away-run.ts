import { apartFrom, type Clip } from '../../media/index.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { withPlace } from '../api/places.ts';
import { openBreakableProxy } from './breakable-proxy.ts';
import { closedCall, dial, pause, recordingOf, type Talker, talk } from './trial-caller.ts';

export interface PostgresAwayOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** PostgreSQL server on which a database may be created. */
  readonly postgres: string;
  /** Speech of the callers. */
  readonly words: Clip;
  readonly calls: number;
  readonly awayMs: number;
}

export interface PostgresAwayOutcome {
  readonly calls: number;
  readonly awayMs: number;
  /** Turns spoken while the database was unavailable, and those answered. */
  readonly spokenAway: number;
  readonly answeredAway: number;
  /** Silences inside a reply that are not the caller's own stalls. */
  readonly gaps: number;
  /** The same count over an equally long time before the outage. */
  readonly gapsBefore: number;
  /** Calls ended by the server. */
  readonly cutOff: number;
  /** Calls stored correctly: hung up by the caller, every answered turn in the transcript, events without a gap. */
  readonly whole: number;
  readonly troubles: readonly string[];
  readonly recordings: number;
  /** Time from the return of the database to the first response of the API. */
  readonly backMs: number;
  /** Messages of level warn or above, and the number of lines that report the recovery. */
  readonly logLines: readonly string[];
  readonly restoredLines: number;
  readonly stacks: number;
}

const patienceMs = 60_000;
const maxLostMs = 4_000;

/** Makes the database unavailable in the middle of calls, like a stopped server, and restores it. */
export const postgresAway = (options: PostgresAwayOptions): Promise<PostgresAwayOutcome> =>
  withPlace(options.postgres, async ({ dataDir, databaseUrl = '' }) => {
    const url = new URL(databaseUrl);
    const proxy = await openBreakableProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const env = { ...options.env, LOG_LEVEL: 'info', ADMISSION: 'off', DATABASE_URL: url.href };
    const { entry } = options;
    const started = await startServerChild({ entry, env, dataDir, readyTimeoutMs: 120_000, outputCharacters: 1e6 });
    if (!started.ok) {
      await proxy.close();
      throw new Error(started.detail);
    }
    try {
      return await judge(started.server, proxy, options);
    } finally {
      await started.server.close();
      await proxy.close();
    }
  });

const numberOf = (index: number): string => `+1${2_025_580_000 + index}`;

async function judge(
  server: ServerChild,
  proxy: Awaited<ReturnType<typeof openBreakableProxy>>,
  { calls, awayMs, words }: PostgresAwayOptions,
): Promise<PostgresAwayOutcome> {
  const talkers = await holdTalkers(server, calls, words);
  // As long as the outage, as a baseline for stalls of a busy machine.
  await pause(awayMs);
  const cutAtMs = talkers.map(({ run }) => run.nowMs());
  const quiet = server.output().length;
  const before = sums(talkers);
  await proxy.cut();
  await pause(awayMs);
  const during = sums(talkers);
  await proxy.restore();
  const backMs = await untilBack(server);
  await Promise.all(talkers.map((talker) => talker.stop()));
  const cutOff = talkers.filter(({ run }) => run.over).length;
  const heldMs = talkers.map(({ run }) => run.nowMs());
  await Promise.all(talkers.map(({ run }) => run.hangUp()));
  const gaps = talkers.flatMap(({ run }, index) => {
    const { playout, stalls } = run.record();
    return apartFrom(playout.underruns, stalls).map(({ atMs }) => atMs < (cutAtMs[index] ?? 0));
  });
  const stored = await Promise.all(
    talkers.map((talker, index) => troublesOf(server, numberOf(index), { talker, heldMs: heldMs[index] ?? 0 })),
  );
  return {
    calls,
    awayMs,
    cutOff,
    backMs: Math.round(backMs),
    gaps: gaps.filter((isBefore) => !isBefore).length,
    gapsBefore: gaps.filter((isBefore) => isBefore).length,
    // A turn in progress when the database returns is answered afterwards.
    spokenAway: during.spoken - before.spoken,
    answeredAway: during.answered - before.answered,
    whole: stored.filter(({ troubles }) => troubles.length === 0).length,
    troubles: stored.flatMap(({ troubles }) => troubles),
    recordings: stored.filter(({ isRecorded }) => isRecorded).length,
    ...logOf(server.output().slice(quiet)),
  };
}

async function holdTalkers(server: ServerChild, calls: number, words: Clip): Promise<Talker[]> {
  const talkers: Talker[] = [];
  for (let index = 0; index < calls; index++) {
    const run = await dial(server, numberOf(index));
    if (run === undefined || !(await run.opened)) throw new Error(`call ${index + 1} was not answered`);
    talkers.push(talk(run, { words, patienceMs: 15_000 }));
  }
  return talkers;
}

const sums = (talkers: readonly Talker[]) => ({
  spoken: talkers.reduce((sum, { spoken }) => sum + spoken, 0),
  answered: talkers.reduce((sum, { answered }) => sum + answered, 0),
});

async function untilBack(server: ServerChild): Promise<number> {
  const beganMs = performance.now();
  const client = createServerClient(server);
  const isOk = () =>
    client.request('/v1/calls?limit=1').then(
      (response) => response.ok,
      () => false,
    );
  while (!(await isOk()) && performance.now() - beganMs < patienceMs) await pause(20);
  return performance.now() - beganMs;
}

async function troublesOf(
  server: ServerChild,
  from: string,
  { talker, heldMs }: { readonly talker: Talker; readonly heldMs: number },
): Promise<{ troubles: string[]; isRecorded: boolean }> {
  const call = await closedCall(server, from, patienceMs);
  if (call === undefined) return { troubles: [`${from} is not stored`], isRecorded: false };
  const troubles: string[] = [];
  if (call.end_reason !== 'caller_hung_up') troubles.push(`${from} ended as ${call.end_reason}`);
  const heard = call.transcript.filter(({ speaker }) => speaker === 'customer').length;
  if (heard < talker.answered) troubles.push(`${from}: ${heard} of ${talker.answered} answered turns are stored`);
  const numbers = (call.events ?? []).map(({ seq }) => seq);
  const missing = numbers.findIndex((seq, index) => index > 0 && seq !== (numbers[index - 1] ?? 0) + 1);
  if (numbers.length === 0 || missing !== -1)
    troubles.push(`${from}: events are missing after ${numbers[missing - 1]}`);
  const recording = await recordingOf(server, call.recording_url);
  const isRecorded = recording.kind === 'whole' && recording.lengthMs > heldMs - maxLostMs;
  return { troubles, isRecorded };
}

function logOf(output: string): Pick<PostgresAwayOutcome, 'logLines' | 'restoredLines' | 'stacks'> {
  const lines = output.split('\n').flatMap((text) => {
    try {
      return [JSON.parse(text) as { level: number; msg?: string; err?: { stack?: string } }];
    } catch {
      return [];
    }
  });
  return {
    logLines: lines.flatMap(({ level, msg = '' }) => (level >= 40 ? [msg] : [])),
    restoredLines: lines.filter(({ msg }) => msg === 'database connection restored').length,
    stacks: lines.filter(({ err }) => err?.stack !== undefined).length,
  };
}
