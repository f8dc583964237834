import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../media/emulator/random.ts';
import { type Clip, openSpeech } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { renderTable, round } from '../table.ts';
import { type ProcessState, readProcessState } from './process-state.ts';
import { endings, holdShortCall } from './short-call.ts';
import { trendOf } from './trend.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `soak: short calls one after the other on real sockets, ended in every way; what the server keeps of them.
  --calls N        with scripted engines in the place of models (default 10000; 0: none)
  --at-once N      (default 40)
  --real-calls N   with the models (default 200; 0: none)
  --real-at-once N (default 4)
  --seed N         (default 1)
  --out FILE       (default bench/results/soak.json)
`;

const options = {
  calls: { type: 'string', default: '10000' },
  'at-once': { type: 'string', default: '40' },
  'real-calls': { type: 'string', default: '200' },
  'real-at-once': { type: 'string', default: '4' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/soak.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const numbers = [values.calls, values['at-once'], values['real-calls'], values['real-at-once'], values.seed];
  const [calls = 0, atOnce = 1, realCalls = 0, realAtOnce = 1, seed = 1] = numbers.map(Number);
  if (values.help || !numbers.every((value) => /^\d+$/.test(value))) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const words = await sayHello(defaultModelsDir(env));
  const runs: SoakRun[] = [];
  const scripted = new URL('./scripted-server.js', import.meta.url);
  const real = new URL('../../src/main.js', import.meta.url);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  if (calls > 0) runs.push(await soak({ engines: 'scripted', entry: scripted, env, words, calls, atOnce, seed, tell }));
  if (realCalls > 0)
    runs.push(
      await soak({ engines: 'real', entry: real, env, words, calls: realCalls, atOnce: realAtOnce, seed, tell }),
    );
  for (const run of runs) process.stdout.write(`${tableOf(run)}\n\n`);
  return conclude(values.out, runs.flatMap(verdictsOf), { runs });
}

/** Synthesises a caller's line with a built-in voice. */
export async function sayHello(modelsDir: string): Promise<Clip> {
  const speech = await openSpeech({ modelsDir });
  try {
    return await speech.speak('Hello.', { speaker: 'daniel' }, 8000);
  } finally {
    await speech.close();
  }
}

export interface SoakOptions {
  readonly engines: 'scripted' | 'real';
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly words: Clip;
  readonly calls: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly tell?: (text: string) => void;
}

export interface SoakRun {
  readonly engines: SoakOptions['engines'];
  readonly calls: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly seconds: number;
  /** Calls that went wrong, and the first hundred reasons. */
  readonly failed: number;
  readonly failures: readonly string[];
  /** State after the first calls, with none in progress. */
  readonly before: ProcessState;
  /** State after all calls, with none in progress. */
  readonly after: ProcessState;
  /** States while calls are in progress. */
  readonly samples: readonly (ProcessState & { readonly calls: number; readonly seconds: number })[];
  /** Calls that the server still considers open, and unwritten events. */
  readonly leftOpen: number;
  readonly unwritten: number;
}

const patienceMs = 30_000;
/** A keep-alive connection is closed within ten seconds; unused tokens live for sixty. */
const settleMs = 75_000;
const samplesWanted = 100;
const maxFailures = 100;

export async function soak(options: SoakOptions): Promise<SoakRun> {
  const { calls, atOnce, seed, entry, tell = () => {} } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-soak-'));
  const env = { LOG_LEVEL: 'warn', ADMISSION: 'off', ...options.env };
  const started = await startServerChild({ entry, env, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  try {
    const random = createRandom(seed);
    // Only the scripted agent says goodbye when a key is pressed.
    const shares = endings.filter((ending) => options.engines === 'scripted' || ending !== 'goodbye');
    const failures: string[] = [];
    let failed = 0;
    let done = 0;
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    const samples: (ProcessState & { calls: number; seconds: number })[] = [];
    const every = Math.max(1, Math.floor(calls / samplesWanted));

    async function one(index: number): Promise<void> {
      const failure = await holdShortCall({
        server,
        dialect: random() < 0.7 ? 'telephony_a' : 'telephony_b',
        ending: shares[index % shares.length]!,
        from: `+1${2_025_560_000 + index}`,
        words: options.words,
        patienceMs,
      });
      done += 1;
      if (failure !== undefined) {
        failed += 1;
        if (failed <= maxFailures) failures.push(failure);
      }
      if (done % every !== 0) return;
      samples.push({ ...(await stateOf(server)), calls: done, seconds: seconds() });
      if (samples.length % 10 === 0) await clearRecordings(dataDir);
      if (samples.length % 5 === 0)
        tell(`${done} calls, ${Math.round(samples.at(-1)!.rssMb)} MB, ${Math.round(seconds())} s, ${failed} failed`);
    }

    const first = Math.min(calls, atOnce * 2);
    await inSlots(first, atOnce, one);
    const before = await settled(server);
    await inSlots(calls - first, atOnce, (index) => one(first + index));
    const after = await settled(server, before.descriptors);
    const { leftOpen, unwritten } = await healthOf(server);
    return {
      engines: options.engines,
      calls,
      atOnce,
      seed,
      seconds: round(seconds(), 1)!,
      failed,
      failures,
      before,
      after,
      samples,
      leftOpen,
      unwritten,
    };
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs `work` for each index below `count`, `slots` at a time. */
async function inSlots(count: number, slots: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const slot = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: slots }, slot));
}

async function stateOf({ pid }: ServerChild): Promise<ProcessState> {
  const state = await readProcessState(pid);
  if (state === undefined) throw new Error('the server is gone, or this system has no /proc');
  return state;
}

/** Waits until no call is in progress and descriptors have dropped to `base`, or until the time limit. */
async function settled(server: ServerChild, base = 0): Promise<ProcessState> {
  const giveUpAt = performance.now() + settleMs;
  for (;;) {
    const state = await stateOf(server);
    const { leftOpen, unwritten } = await healthOf(server);
    const isQuiet = leftOpen === 0 && unwritten === 0 && (base === 0 || state.descriptors <= base);
    if (performance.now() > giveUpAt || (isQuiet && base > 0)) return state;
    // The base itself is measured when keep-alive connections have closed.
    if (isQuiet && performance.now() > giveUpAt - settleMs + 15_000) return state;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

interface Health {
  readonly media: { readonly active_calls: number };
  readonly call_log: { readonly waiting: number; readonly refused: number };
}

/** Uses a separate connection that is closed afterwards, so that it does not count as left over. */
async function healthOf(server: ServerChild): Promise<{ leftOpen: number; unwritten: number }> {
  const client = createServerClient(server);
  const get = async (path: string): Promise<unknown> =>
    (await client.request(path, { headers: { connection: 'close' } })).json();
  const health = (await get('/health')) as Health;
  const live = (await get('/api/voice/calls/live')) as { calls: unknown[] };
  return {
    leftOpen: Math.max(health.media.active_calls, live.calls.length),
    unwritten: health.call_log.waiting + health.call_log.refused,
  };
}

/** Ten thousand recordings are not part of the measurement. */
async function clearRecordings(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'recordings');
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
}

/** Share of a run after which memory must be flat. */
const warmUpShare = 0.2;
const maxGrowthPercent = 5;
const maxMbPerHundredCalls = 1;

/** Returns the growth of resident memory after the warm-up, from a linear fit of the samples. */
export function growthOf({ samples, calls }: Pick<SoakRun, 'samples' | 'calls'>) {
  const from = calls * warmUpShare;
  const trend = trendOf(samples.filter((sample) => sample.calls >= from).map((sample) => [sample.calls, sample.rssMb]));
  return {
    fromMb: round(trend.at(from), 1)!,
    toMb: round(trend.at(calls), 1)!,
    percent: round((100 * (trend.at(calls) - trend.at(from))) / trend.at(from), 2)!,
    mbPerHundredCalls: round(trend.slope * 100, 3)!,
  };
}

export function verdictsOf(run: SoakRun): Verdict[] {
  const { engines, seed, before, after, calls } = run;
  const growth = growthOf(run);
  const flat = growth.percent <= maxGrowthPercent && growth.mbPerHundredCalls <= maxMbPerHundredCalls;
  const name = (what: string): string => `R-15 ${calls} short calls, ${engines} engines: ${what}`;
  return [
    {
      test: name('calls that went as they should'),
      figure: `${calls - run.failed}, ${run.leftOpen} left open, ${run.unwritten} events unwritten`,
      limit: 'all, 0, 0',
      outcome: judged(run.failed === 0 && run.leftOpen === 0 && run.unwritten === 0),
      seed,
    },
    {
      test: name('resident memory after the warm-up'),
      figure: `${growth.fromMb} to ${growth.toMb} MB, ${growth.percent} %, ${growth.mbPerHundredCalls} MB per 100 calls`,
      limit: `${maxGrowthPercent} %, ${maxMbPerHundredCalls} MB per 100 calls`,
      outcome: judged(flat),
      seed,
    },
    {
      test: name('descriptors, sockets, threads left'),
      figure: `${after.descriptors - before.descriptors}, ${after.sockets - before.sockets}, ${after.threads - before.threads}`,
      limit: '0, 0, 0',
      outcome: judged(
        after.descriptors <= before.descriptors && after.sockets <= before.sockets && after.threads <= before.threads,
      ),
      seed,
    },
  ];
}

function tableOf({ engines, samples }: SoakRun): string {
  const step = Math.max(1, Math.floor(samples.length / 10));
  const rows = samples
    .filter((_, index) => (index + 1) % step === 0)
    .map((sample) => [
      sample.calls,
      Math.round(sample.seconds),
      round(sample.rssMb, 1),
      round(sample.anonymousMb, 1),
      sample.descriptors,
      sample.sockets,
      sample.threads,
    ]);
  return `${engines} engines\n${renderTable(['calls', 's', 'RSS MB', 'anonymous MB', 'descriptors', 'sockets', 'threads'], rows)}`;
}
