import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { type LineConditions, readLineConditions } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import { type Level, runLevel } from './call/level.ts';
import { type CallerLines, prepareLines } from './call/lines.ts';
import { printTable, quantile, round, writeResults } from './table.ts';
import { measureFirstAudio } from './voices/first-audio.ts';
import { type FittedReference, fitReferences, type ReferencesOptions } from './voices/fit-references.ts';
import { openRemoteEngines } from './voices/remote-engines.ts';

const usage = `bench voices: a remote speech engine, emulated, beside the embedded ones; and the fit of the embedded voice.
  --parts LIST  of fit, audio, calls (default all of them)
  --references DIR  one WAV file for each speaker to fit; without it, ten synthetic voices
  --calls N     at once, with either (default 4)
  --turns N     of each, at least (default 16); calls of one turn before them are not measured
  --phrases N   for the first audio (default 120)
  --at-once N   of them (default 8)
  --seed N      (default 1)
  --out FILE    (default bench/results/voices.json)
`;

const options = {
  parts: { type: 'string', default: 'fit,audio,calls' },
  references: { type: 'string' },
  calls: { type: 'string', default: '4' },
  turns: { type: 'string', default: '16' },
  phrases: { type: 'string', default: '120' },
  'at-once': { type: 'string', default: '8' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/voices.json' },
  help: { type: 'boolean', default: false },
} as const;

const warmUpMs = 6000;

/** Prints tables and writes JSON. Returns the exit status: 1 if a call could not be held. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls, turns, phrases, atOnce] = [values.calls, values.turns, values.phrases, values['at-once']].map(Number);
  if (values.help || ![calls, turns, phrases, atOnce].every((value) => Number.isInteger(value) && Number(value) > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const parts = values.parts.split(',');
  const modelsDir = defaultModelsDir(env);
  const results: Record<string, unknown> = {};
  if (parts.includes('fit'))
    results.fits = await compareFits({ modelsDir, folder: values.references, seed: Number(values.seed) });
  if (parts.includes('audio'))
    results.audio = await compareFirstAudio({ phrases: phrases as number, atOnce: atOnce as number });
  const level = { calls: calls as number, turns: turns as number, seed: Number(values.seed) };
  const compared = parts.includes('calls') ? await compareCalls(env, level) : undefined;
  await writeResults(values.out, { ...results, ...compared?.results });
  return compared === undefined || compared.isHeld ? 0 : 1;
}

async function compareFits(options: ReferencesOptions): Promise<readonly FittedReference[]> {
  const fits = await fitReferences(options);
  const closer = fits.filter(({ fitted, nearest }) => fitted > nearest).length;
  printTable(
    ['reference', 'fitted', 'nearest stock voice', '', 'one person', 's'],
    fits.map(({ name, fitted, nearest, nearestVoice, isOne, seconds }) => [
      ...[name, fitted, nearest, nearestVoice, isOne ? 'yes' : 'no', seconds],
    ]),
  );
  process.stdout.write(`closer than the nearest stock voice: ${closer} of ${fits.length}\n\n`);
  return fits;
}

async function compareFirstAudio(options: { readonly phrases: number; readonly atOnce: number }) {
  const { firstAudioMs, abortMs } = await measureFirstAudio(options);
  const spread = (all: readonly number[]) => [0.5, 0.95, 1].map((share) => round(quantile(all, share), 1));
  printTable(
    ['ms', 'n', 'p50', 'p95', 'max'],
    [
      ['first byte of the server to first audio', firstAudioMs.length, ...spread(firstAudioMs)],
      ['interruption to closed connection', abortMs.length, ...spread(abortMs)],
    ],
  );
  return { firstAudioMs: spread(firstAudioMs), abortMs: spread(abortMs) };
}

/** Holds the same calls with either engine. */
async function compareCalls(env: NodeJS.ProcessEnv, options: Omit<LevelOf, 'lines'>) {
  const lines = await prepareLines(undefined, defaultModelsDir(env));
  const level = { ...options, lines };
  const embedded = await heldWith({}, env, level);
  const remote = await heldRemotely(env, level);
  if (typeof embedded === 'string' || typeof remote === 'string') {
    process.stderr.write(`${[embedded, remote].filter((one) => typeof one === 'string').join('\n')}\n`);
    return { isHeld: false, results: {} };
  }
  const figures = [figuresOf('embedded', embedded), figuresOf('remote', remote)];
  process.stdout.write('\n');
  printTable(
    ['engines', 'turns', 'latency p50', 'p95', 'stop p50', 'p95', 'CPU s/min', 'failed'],
    figures.map((one) => [
      ...[one.engines, one.turns, one.latencyMs[0] ?? null, one.latencyMs[1] ?? null, one.stopMs[0] ?? null],
      ...[one.stopMs[1] ?? null, one.cpuSecondsPerCallMinute, one.failed],
    ]),
  );
  const [own, others] = figures.map(({ cpuSecondsPerCallMinute }) => cpuSecondsPerCallMinute);
  const cpuShare = own && others ? round(others / own, 2) : null;
  process.stdout.write(`\nCPU of the remote engines over the embedded ones: ${cpuShare ?? 'not measured'}\n`);
  for (const failure of [...embedded.failures, ...remote.failures]) process.stderr.write(`failed: ${failure}\n`);
  return { isHeld: figures.every(({ failed }) => failed === 0), results: { figures, cpuShare } };
}

interface LevelOf {
  readonly lines: CallerLines;
  readonly calls: number;
  readonly turns: number;
  readonly seed: number;
}

async function heldRemotely(env: NodeJS.ProcessEnv, level: LevelOf): Promise<Level | string> {
  const engines = await openRemoteEngines(level.lines);
  try {
    return await heldWith(engines.env, env, level, engines.routeTo);
  } finally {
    await engines.close();
  }
}

async function heldWith(
  extra: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv,
  { seed, ...level }: LevelOf,
  prepare: (server: ServerChild) => Promise<void> = async () => {},
): Promise<Level | string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const started = await startServerChild({
      entry: new URL('../src/main.js', import.meta.url),
      env: { LOG_LEVEL: 'warn', ADMISSION: 'off', ...env, ...extra },
      dataDir,
      readyTimeoutMs: 120_000,
    });
    if (!started.ok) return `The server did not start.\n${started.detail}`;
    try {
      await prepare(started.server);
      // Each model runs once after the start; that load is not part of a call.
      await sleep(warmUpMs);
      const conditions = readLineConditions('') as LineConditions;
      const all = { ...level, server: started.server, random: createRandom(seed), conditions };
      // The first calls compile most of the code and fill the caches.
      await runLevel({ ...all, turns: level.calls, turnsPerCall: 1 });
      return await runLevel({ ...all, turnsPerCall: 10 });
    } finally {
      await started.server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function figuresOf(engines: string, level: Level) {
  const latencies = level.turns.flatMap(({ latencyMs }) => latencyMs ?? []);
  const stops = level.turns.flatMap(({ bargeIn }) => (bargeIn?.outcome === 'stopped' ? (bargeIn.stopMs ?? []) : []));
  const spread = (all: readonly number[]) => [0.5, 0.95].map((share) => round(quantile(all, share)));
  return {
    engines,
    turns: level.turns.length,
    failed: level.callsFailed,
    bargeIns: stops.length,
    latencyMs: spread(latencies),
    stopMs: spread(stops),
    cpuSecondsPerCallMinute: level.cpuSeconds === null ? null : round(level.cpuSeconds / level.callMinutes, 2),
  };
}
