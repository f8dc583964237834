import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createRandom } from '../../media/emulator/random.ts';
import { type Clip, readLineConditions } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { type Level, questionLabel, runLevel } from '../call/level.ts';
import { type CallerLines, prepareLines } from '../call/lines.ts';
import { findSpeech, speechUsage } from '../speech-folder.ts';
import { quantile, round } from '../table.ts';
import { type BigInput, bigInputs, type Sent } from './big-inputs/inputs.ts';
import type { SenderData, SenderMessage } from './big-inputs/sender-thread.ts';
import { treeMb } from './process-tree.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `big-inputs: the turns of one call while large and ugly files are read beside it, and the memory that they take.
  --turns N     measured turns alone, and beside each input (default 20)
  --only WORDS  inputs whose name holds these words
  --speech DIR  ${speechUsage}; without, they are synthesised
  --seed N      (default 1)
  --out FILE    (default bench/results/big-inputs.json)
`;

const options = {
  turns: { type: 'string', default: '20' },
  only: { type: 'string', default: '' },
  speech: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/big-inputs.json' },
  help: { type: 'boolean', default: false },
} as const;

/** A call while a file is processed may respond in twice the time that it takes alone. */
const mostTimes = 2;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const turns = Number(values.turns);
  const speech = findSpeech(values.speech);
  if (values.help || !(turns > 0) || speech.kind === 'missing') {
    process.stderr.write(speech.kind === 'missing' ? `${speech.sentence}\n` : usage);
    return values.help ? 0 : 2;
  }
  const lines = await prepareLines(speech.kind === 'found' ? speech.dir : undefined, defaultModelsDir(env));
  const inputs = bigInputs(allOf(lines)).filter(({ name }) => name.includes(values.only));
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-big-'));
  const entry = new URL('../../src/main.js', import.meta.url);
  const settings = { LOG_LEVEL: 'warn', ADMISSION: 'off', ...env };
  const started = await startServerChild({ entry, env: settings, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  try {
    const { server } = started;
    const trial = { server, user: await signUp(server), lines, turns, seed: Number(values.seed) };
    const alone = figuresOf(await hold(trial));
    const verdicts: Verdict[] = [
      { test: 'one call, alone', figure: textOf(alone), limit: 'no gap', outcome: judged(alone.gaps === 0) },
    ];
    const measured: object[] = [];
    for (const input of inputs) {
      process.stderr.write(`beside: ${input.name} …\n`);
      const beside = await besideInput(trial, input);
      measured.push({ name: input.name, ...beside });
      verdicts.push(verdictOf(input, beside, alone));
    }
    return await conclude(values.out, verdicts, { alone, measured });
  } finally {
    await started.server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Trial {
  readonly server: ServerChild;
  /** Files are accepted only from signed-in users, not API keys. */
  readonly user: ServerAddress;
  readonly lines: CallerLines;
  readonly turns: number;
  readonly seed: number;
}

async function signUp({ baseUrl }: ServerAddress): Promise<ServerAddress> {
  const response = await fetch(new URL('/api/auth/register', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'trial@example.com', password: 'correct horse battery' }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`no account: ${response.status}`);
  return { baseUrl, token };
}

/** Holds one call after another, with the same lines in the same order each time. */
const hold = ({ server, lines, turns, seed }: Trial): Promise<Level> => {
  const conditions = readLineConditions('');
  if (typeof conditions === 'string') throw new Error(conditions);
  return runLevel({ server, lines, turns, calls: 1, turnsPerCall: 5, random: createRandom(seed), conditions });
};

interface CallFigures {
  readonly p50: number;
  readonly p95: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly gaps: number;
  readonly failures: readonly string[];
}

interface Beside extends CallFigures {
  readonly endings: readonly string[];
  readonly isRight: boolean;
  /** Memory of the server and all processes it has started. */
  readonly beforeMb: number;
  readonly mostMb: number;
  /** After a rest. */
  readonly afterMb: number;
}

const restMs = 15_000;

/** Sends the input again whenever it has been processed, for the duration of the turns and at least once. */
async function besideInput(trial: Trial, input: BigInput): Promise<Beside> {
  const { pid } = trial.server;
  const beforeMb = await treeMb(pid);
  let mostMb = beforeMb;
  const looking = setInterval(() => void treeMb(pid).then((now) => (mostMb = Math.max(mostMb, now))), 250);
  const sender = startSender({ name: input.name, speech: allOf(trial.lines), server: trial.user });
  const level = await hold(trial);
  const sent = await sender.stop();
  const endings = sent.map(({ ending }) => ending);
  const isRight = sent.every((one) => one.isRight);
  clearInterval(looking);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const afterMb = await treeMb(pid);
  return {
    ...figuresOf(level),
    endings,
    isRight,
    beforeMb: Math.round(beforeMb),
    mostMb: Math.round(mostMb),
    afterMb: Math.round(afterMb),
  };
}

/** Runs in a separate thread: making and sending files must not delay the caller, who measures in this one. */
function startSender(data: SenderData) {
  const worker = new Worker(new URL('./big-inputs/sender-thread.js', import.meta.url), {
    workerData: data,
  });
  const sent: Sent[] = [];
  const over = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: SenderMessage) => (message === undefined ? resolve() : sent.push(message)));
    worker.once('error', reject);
  });
  over.catch(() => {});
  return {
    /** Resolves when the current file has been processed. */
    async stop(): Promise<readonly Sent[]> {
      worker.postMessage('stop');
      await over;
      await worker.terminate();
      return sent;
    },
  };
}

function figuresOf({ turns, underruns, failures }: Level): CallFigures {
  const asked = turns.filter(({ label, collision, cutIn }) => label !== questionLabel && !collision && !cutIn);
  const latencies = asked.flatMap(({ latencyMs }) => latencyMs ?? []);
  return {
    p50: round(quantile(latencies, 0.5)) ?? 0,
    p95: round(quantile(latencies, 0.95)) ?? 0,
    answered: latencies.length,
    unanswered: asked.length - latencies.length,
    gaps: underruns,
    failures,
  };
}

const textOf = ({ p50, p95, answered, unanswered, gaps }: CallFigures): string =>
  `p50 ${p50} ms, p95 ${p95} ms, ${answered} turns answered, ${unanswered} not, ${gaps} gaps`;

function verdictOf({ name }: BigInput, beside: Beside, alone: CallFigures): Verdict {
  const { endings, isRight, beforeMb, mostMb, afterMb, failures, gaps, unanswered } = beside;
  const isWhole = gaps === 0 && unanswered === 0 && failures.length === 0;
  const passed = isRight && isWhole && beside.p95 <= mostTimes * alone.p95;
  return {
    test: `one call beside: ${name}`,
    figure: `${textOf(beside)}; processes ${beforeMb} MB before, ${mostMb} at most, ${afterMb} after; ${endings.length} times, last: ${endings.at(-1)}`,
    limit: `p95 ${round(mostTimes * alone.p95)} ms, no gap, every turn answered`,
    outcome: judged(passed),
  };
}

/** Concatenates all prompts into one recording. */
function allOf({ prompts }: CallerLines): Clip {
  const rateHz = prompts[0]?.clip.rateHz ?? 8000;
  const samples = new Float32Array(prompts.reduce((sum, { clip }) => sum + clip.samples.length, 0));
  let at = 0;
  for (const { clip } of prompts) {
    samples.set(clip.samples, at);
    at += clip.samples.length;
  }
  return { samples, rateHz };
}
