import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { askForStream, type LineConditions, readLineConditions } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { type Level, runLevel } from './call/level.ts';
import { prepareLines } from './call/lines.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, round, writeResults } from './table.ts';

const usage = `bench overload: whether the calls in progress notice those that are turned away (R-16).
The server has room for N calls and holds them, first alone, then while as many again ask to be answered, over and over.
  --calls N        calls that it has room for (default 8)
  --turns N        measured turns of each half, at least (default 120)
  --knocks N       callers a second that are one too many (default N)
  --speech DIR     ${speechUsage};
                   without, they are synthesised
  --out FILE       (default bench/results/overload.json)
`;

const options = {
  calls: { type: 'string', default: '8' },
  turns: { type: 'string', default: '120' },
  knocks: { type: 'string' },
  speech: { type: 'string' },
  out: { type: 'string', default: 'bench/results/overload.json' },
  help: { type: 'boolean', default: false },
} as const;

/** Responses to rejected callers, and their delays. */
interface Knocks {
  readonly answersMs: readonly number[];
  readonly busy: number;
  readonly answered: number;
}

/** Prints a table and writes JSON. Returns the exit status: 1 if a call in progress could not be held. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const calls = Number(values.calls);
  const turns = Number(values.turns);
  const perSecond = Number(values.knocks ?? calls);
  if (values.help || ![calls, turns, perSecond].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const lines = await prepareLines(speech.dir, defaultModelsDir(env));
  const conditions = readLineConditions('') as LineConditions;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const entry = new URL('../src/main.js', import.meta.url);
  const started = await startServerChild({
    entry,
    env: { LOG_LEVEL: 'warn', ADMISSION: 'off', ...env, MAX_CALLS: String(calls) },
    dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) {
    process.stderr.write(`The server did not start.\n${started.detail}\n`);
    return 1;
  }
  const { server } = started;
  try {
    const random = createRandom(1);
    // One long call per slot: a slot freed between two calls would go to a surplus caller.
    const level = { server, lines, calls, turns, turnsPerCall: turns, random, conditions };
    const alone = await runLevel(level);
    const [pressed, knocks] = await knockDuring(server, perSecond, calls, runLevel(level));
    report(alone, pressed, knocks);
    await writeResults(values.out, { calls, perSecond, alone: figuresOf(alone), pressed: figuresOf(pressed), knocks });
    return alone.callsFailed + pressed.callsFailed > 0 ? 1 : 0;
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Surplus callers arrive at a steady rate from when all calls are up until they are over. */
async function knockDuring(
  server: ServerChild,
  perSecond: number,
  calls: number,
  level: Promise<Level>,
): Promise<[Level, Knocks]> {
  const answersMs: number[] = [];
  const counts = { busy: 0, answered: 0 };
  const client = `${server.baseUrl}/health`;
  let held = 0;
  const knocking = setInterval(() => void knock(), 1000 / perSecond);
  const watching = setInterval(async () => {
    const health = (await fetch(client).then((response) => response.json())) as { media: { active_calls: number } };
    held = health.media.active_calls;
  }, 250);

  async function knock(): Promise<void> {
    // While a slot is free, a caller would take it and would not be surplus.
    if (held < calls) return;
    const from = '+12025559999';
    const askedMs = performance.now();
    const callId = crypto.randomUUID();
    const answer = await askForStream({
      dialect: 'telephony_a',
      baseUrl: server.baseUrl,
      callId,
      from,
      to: '+12025550143',
    }).catch(() => undefined);
    answersMs.push(performance.now() - askedMs);
    if (answer?.kind === 'stream') counts.answered += 1;
    else counts.busy += 1;
  }
  try {
    return [await level, { answersMs, ...counts }];
  } finally {
    clearInterval(knocking);
    clearInterval(watching);
  }
}

function figuresOf(level: Level) {
  const latencies = level.turns.flatMap(({ latencyMs }) => latencyMs ?? []);
  const at = (share: number): number | null => round(quantile(latencies, share));
  return { turns: latencies.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), underruns: level.underruns };
}

function report(alone: Level, pressed: Level, { answersMs, busy, answered }: Knocks): void {
  const rows = [figuresOf(alone), figuresOf(pressed)];
  printTable(
    ['', 'turns', 'p50 ms', 'p95', 'p99', 'gaps'],
    rows.map((row, index) => [
      index === 0 ? 'alone' : 'with callers turned away',
      row.turns,
      row.p50,
      row.p95,
      row.p99,
      row.underruns,
    ]),
  );
  printTable(
    ['callers too many', 'told busy', 'answered', 'told after ms, p50', 'p99', 'max'],
    [
      [
        busy + answered,
        busy,
        answered,
        round(quantile(answersMs, 0.5)),
        round(quantile(answersMs, 0.99)),
        round(quantile(answersMs, 1)),
      ],
    ],
  );
}
