import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jobKindOf } from '../media/call/server/job-timing.ts';
import { openVirtualLine, type VirtualCall } from '../media/call/virtual/virtual-line.ts';
import type { Playout } from '../media/emulator/playout.ts';
import { createRandom } from '../media/emulator/random.ts';
import { createOpenSession } from '../media/inference/session.ts';
import type { AgentEvent, AgentRequest } from '../media/line/agent.ts';
import type { Engine, OpenSession, Session } from '../media/line/engine.ts';
import { createVoiceActivity } from '../media/vad/silero.ts';
import { openVoiceNet } from '../media/vad/voice-net.ts';
import { defaultModelsDir, taskFolder } from '../models/locate.ts';
import { type CallerLine, prepareLines } from './call/lines.ts';
import { type LineModels, openLineModels } from './interrupt/models.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, renderTable, round, writeResults } from './table.ts';

const usage = `bench cost: CPU time of calls on a virtual clock, by model and by kind of job, and the jobs that were dropped.
A busy machine does the same work, so two builds compare by their CPU time. An agent repeats what it hears, and every
second reply is interrupted. The socket, the server and its threads are missing.
  --calls N      concurrent calls (default 4)
  --turns N      turns of each call (default 6)
  --speech DIR   ${speechUsage};
                 without, they are synthesised
  --words MS     how long a decode takes on the virtual clock (default 90)
  --seed N       order of the prompts (default 1)
  --out FILE     (default bench/results/cost.json)
`;

const options = {
  calls: { type: 'string', default: '4' },
  turns: { type: 'string', default: '6' },
  speech: { type: 'string' },
  words: { type: 'string', default: '90' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/cost.json' },
  help: { type: 'boolean', default: false },
} as const;

const frameSamples = 160;
const frameMs = 20;
/** How long the caller listens after a reply, and how long a turn takes at most. */
const quietMs = 800;
const patienceMs = 8_000;
const replyWords = 14;
/** A longest call ends the benchmark, whatever the agent does. */
const mostMs = 600_000;

/** Prints CPU time a call-minute, and writes JSON. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls, turns, wordsMs] = [Number(values.calls), Number(values.turns), Number(values.words)];
  if (values.help || ![calls, turns, wordsMs].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const modelsDir = defaultModelsDir(env);
  const lines = await prepareLines(speech.dir, modelsDir);
  const meter = createMeter();
  const open = createOpenSession({ providers: ['cpu'] });
  const detector = await openVoiceNet(join(taskFolder(modelsDir, 'voiceActivity'), 'model.onnx'), open);
  const models: LineModels = {
    ...metered(await openLineModels(modelsDir, meter.measured(open)), meter),
    openVoiceActivity: async () => createVoiceActivity(meter.session('voice detector', detector)),
  };
  const random = createRandom(Number(values.seed));
  const order = lines.prompts.map((line) => ({ line, key: random() })).sort((a, b) => a.key - b.key);
  const level = { models, calls, turns, wordsMs, prompts: order.map(({ line }) => line) };
  // The first calls compile most of the code.
  await hold({ ...level, turns: 1 });
  meter.reset();
  const before = process.cpuUsage();
  const { callMinutes, waitsMs } = await hold(level);
  const { user, system } = process.cpuUsage(before);
  const figures = { calls, callMinutes, waitsMs, ...meter.read(), cpuMs: (user + system) / 1000 };
  report(figures);
  await writeResults(values.out, figures);
  return 0;
}

interface Hold {
  readonly models: LineModels;
  readonly calls: number;
  readonly turns: number;
  readonly wordsMs: number;
  readonly prompts: readonly CallerLine[];
}

/** Holds all calls on one clock until every caller has said everything. */
async function hold({ models, calls, turns, wordsMs, prompts }: Hold) {
  const line = await openVirtualLine(models, { wordsMs, verdictMs: 70, voiceMs: 30, networkMs: 20 });
  const callers = Array.from({ length: calls }, (_, nth) =>
    createCaller(
      Array.from({ length: turns }, (_, turn) => prompts[(nth * turns + turn) % prompts.length]!),
      nth,
    ),
  );
  const held: VirtualCall[] = callers.map((caller) => line.hold({ agent: echo, caller: caller.frame }));
  const startMs = line.nowMs();
  let callMs = 0;
  while (callers.some(({ isDone }) => !isDone()) && line.nowMs() - startMs < mostMs) {
    callMs += frameMs * calls;
    await line.pass(frameMs);
  }
  await line.close();
  const waitsMs = held.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'turn' ? [event.latency.total] : [])),
  );
  return { callMinutes: callMs / 60_000, waitsMs };
}

/** A caller who says one line after the other; every second one interrupts the reply to the line before. */
function createCaller(lines: readonly CallerLine[], nth: number) {
  let next = 0;
  let playing: { readonly samples: Float32Array; at: number } | undefined;
  let endedMs = 500 + nth * 130;
  let audibleMs: number | undefined;
  let silentMs = 0;

  function isTime(atMs: number, busy: boolean): boolean {
    if (busy) audibleMs ??= atMs;
    if (next % 2 === 1 && audibleMs !== undefined) return atMs - audibleMs >= 500 + ((nth * 170 + next * 90) % 600);
    return (audibleMs !== undefined && silentMs >= quietMs) || atMs - endedMs >= patienceMs;
  }

  return {
    frame(atMs: number, playout: Playout): Float32Array {
      const frame = new Float32Array(frameSamples);
      silentMs = playout.busy ? 0 : silentMs + frameMs;
      if (playing === undefined && next < lines.length && isTime(atMs, playout.busy)) {
        playing = { samples: lines[next]!.clip.samples, at: 0 };
        next += 1;
      }
      if (playing === undefined) return frame;
      frame.set(playing.samples.subarray(playing.at, playing.at + frameSamples));
      playing.at += frameSamples;
      if (playing.at < playing.samples.length) return frame;
      playing = undefined;
      endedMs = atMs;
      audibleMs = undefined;
      silentMs = 0;
      return frame;
    },
    isDone: () => next >= lines.length && playing === undefined && silentMs > 2 * quietMs,
  };
}

function echo({ input }: AgentRequest): readonly AgentEvent[] {
  if (input.kind === 'opening') return [{ type: 'phrase', text: 'Hello, how can I help you?' }];
  const words = input.kind === 'said' ? input.text.split(/\s+/) : ['nothing'];
  const reply = 'I heard you say'.split(' ');
  for (let i = 0; reply.length < replyWords; i++) reply.push(words[i % words.length] ?? 'nothing');
  return [
    { type: 'phrase', text: reply.slice(0, replyWords / 2).join(' '), continues: true },
    { type: 'phrase', text: reply.slice(replyWords / 2).join(' ') },
  ];
}

interface Count {
  count: number;
  dropped: number;
  cpuMs: number;
}

/** Counts model runs and jobs. Runs take turns, so that each has its own CPU time. */
function createMeter() {
  const runs = new Map<string, Count>();
  const jobs = new Map<string, Count>();
  let last: Promise<unknown> = Promise.resolve();
  const countOf = (counts: Map<string, Count>, name: string): Count => {
    const count = counts.get(name) ?? { count: 0, dropped: 0, cpuMs: 0 };
    counts.set(name, count);
    return count;
  };
  const session = (name: string, of: Session): Session => {
    const run: Session['run'] = async (...args) => {
      const { user, system } = process.cpuUsage();
      const results = await of.run(...args);
      const after = process.cpuUsage({ user, system });
      const count = countOf(runs, name);
      count.count += 1;
      count.cpuMs += (after.user + after.system) / 1000;
      return results;
    };
    return {
      ...of,
      run(...args) {
        const mine = last.then(() => run(...args));
        last = mine.catch(() => {});
        return mine;
      },
    };
  };
  return {
    measured:
      (open: OpenSession): OpenSession =>
      async (path, settings) =>
        session(path.split('/').slice(-2).join('/'), await open(path, settings)),
    session,
    job(kind: string, dropped: boolean): void {
      const count = countOf(jobs, kind);
      count.count += 1;
      if (dropped) count.dropped += 1;
    },
    reset(): void {
      runs.clear();
      jobs.clear();
    },
    read: () => ({ runs: [...runs], jobs: [...jobs] }),
  };
}

type Meter = ReturnType<typeof createMeter>;

function metered(models: LineModels, meter: Meter): LineModels {
  const counted = <Job, Result>(engine: Engine<Job, Result>, kindOf: (job: Job) => string): Engine<Job, Result> => ({
    ...engine,
    async *run(job, signal) {
      try {
        yield* engine.run(job, signal);
      } finally {
        meter.job(kindOf(job), signal.aborted);
      }
    },
  });
  const all = <Job, Result>(engines: ReadonlyMap<string, Engine<Job, Result>>, kindOf: (job: Job) => string) =>
    new Map([...engines].map(([name, engine]) => [name, counted(engine, kindOf)]));
  return {
    ...models,
    recognisers: all(models.recognisers, jobKindOf),
    synthesisers: all(models.synthesisers, () => 'speak'),
    endOfTurn: counted(models.endOfTurn, () => 'verdict'),
  };
}

interface Figures extends ReturnType<Meter['read']> {
  readonly calls: number;
  readonly callMinutes: number;
  readonly waitsMs: readonly number[];
  readonly cpuMs: number;
}

function report({ calls, callMinutes, waitsMs, runs, jobs, cpuMs }: Figures): void {
  const ofModelsMs = runs.reduce((sum, [, count]) => sum + count.cpuMs, 0);
  const perMinute = (value: number): number | null => round(value / callMinutes, 1);
  const rows = runs.toSorted(([, a], [, b]) => b.cpuMs - a.cpuMs);
  printTable(
    ['model', 'runs a call-minute', 'CPU ms a call-minute'],
    [
      ...rows.map(([name, count]) => [name, perMinute(count.count), perMinute(count.cpuMs)]),
      ['all other code', null, perMinute(cpuMs - ofModelsMs)],
      ['all', null, perMinute(cpuMs)],
    ],
  );
  process.stdout.write(
    `\n${renderTable(
      ['job', 'a call-minute', 'dropped before its end'],
      jobs.map(([kind, count]) => [kind, perMinute(count.count), perMinute(count.dropped)]),
    )}\n`,
  );
  process.stdout.write(
    `\n${calls} calls, ${callMinutes.toFixed(1)} call-minutes, ${waitsMs.length} turns, latency p50 ${quantile(waitsMs, 0.5)} ms, p95 ${quantile(waitsMs, 0.95)} ms\n`,
  );
}
