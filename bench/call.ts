import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { readLineConditions } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { type ServerChild, startServerChild } from '../src/cli/server-child.ts';
import type { StoredSpeculation, StoredTurn } from '../src/cli/server-client.ts';
import { calibrate, calibrationLine } from './calibration.ts';
import { agentOptions, agentUsage, isAgentKind, openAgent } from './call/agents.ts';
import { occupyCores } from './call/busy-cores.ts';
import { type Level, questionLabel, runLevel } from './call/level.ts';
import { prepareLines } from './call/lines.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, renderTable, round, writeResults } from './table.ts';

const usage = `bench call: conversations with a server of its own over telephony_a, as the provider holds them.
  --calls LIST         concurrent calls, one level after the other (default 1,4,8)
  --turns N            measured turns of a level, at least (default 60)
  --turns-per-call N   (default 10)
  --speech DIR         ${speechUsage};
                       without, they are synthesised
  --scenario NAME      usual (default), or dense: an agent that repeats what it hears, and every second reply of it
                       interrupted
  ${agentUsage}
  --slow PERCENT       share of each core that something else takes, as on a slower machine (default 0)
  --seed N             order of the prompts and offsets of the calls (default 1)
  --network WORDS      network and provider of every call: breeze, rain, storm, or such as jitter=60,loss=2,stall=10
  --entry FILE         the server's module (default the one beside this benchmark)
  --out FILE           (default bench/results/call.json)
`;

const options = {
  calls: { type: 'string', default: '1,4,8' },
  turns: { type: 'string', default: '60' },
  'turns-per-call': { type: 'string', default: '10' },
  speech: { type: 'string' },
  scenario: { type: 'string', default: 'usual' },
  ...agentOptions,
  slow: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  network: { type: 'string' },
  /** Former name of `network`. */
  weather: { type: 'string' },
  entry: { type: 'string' },
  out: { type: 'string', default: 'bench/results/call.json' },
  help: { type: 'boolean', default: false },
} as const;

const readyTimeoutMs = 120_000;

/** Prints a table and writes JSON. Returns the exit status: 1 if a call could not be held. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const levels = values.calls.split(',').map(Number);
  const turns = Number(values.turns);
  const turnsPerCall = Number(values['turns-per-call']);
  if (values.help || ![...levels, turns, turnsPerCall].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const { scenario } = values;
  if (scenario !== 'usual' && scenario !== 'dense') {
    process.stderr.write(`${scenario} is not a scenario: usual or dense\n`);
    return 2;
  }
  const agentKind = values.agent ?? (scenario === 'dense' ? 'chat' : 'embedded');
  const [firstTokenMs, slow] = [Number(values['first-token']), Number(values.slow)];
  if (!isAgentKind(agentKind) || !(firstTokenMs >= 0) || !(slow >= 0 && slow < 100)) {
    process.stderr.write(usage);
    return 2;
  }
  const named = values.network ?? values.weather ?? '';
  const conditions = readLineConditions(named);
  if (typeof conditions === 'string') {
    process.stderr.write(`${conditions}\n`);
    return 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const lines = await prepareLines(speech.dir, defaultModelsDir(env));
  process.stderr.write(`${lines.prompts.length} ${lines.source} prompts\n`);
  const entry =
    values.entry === undefined
      ? new URL('../src/main.js', import.meta.url)
      : new URL(`file://${resolve(values.entry)}`);
  const random = createRandom(Number(values.seed));
  const release = occupyCores(slow);
  const calibration = await calibrate(defaultModelsDir(env));
  const agent = await openAgent(agentKind, firstTokenMs);
  const { firstTokensMs } = agent;
  const done = await withServer(entry, { ...env, ...agent.env }, async (server) => {
    process.stderr.write(`server ready after ${(server.startMs / 1000).toFixed(1)} s\n`);
    const results: Level[] = [];
    for (const calls of levels) {
      process.stderr.write(`${calls} calls at a time ...\n`);
      results.push(
        await runLevel({ server, lines, calls, turns, turnsPerCall, scenario, random, conditions, firstTokensMs }),
      );
    }
    return { results, startMs: server.startMs, output: server.output() };
  });
  agent.close();
  await release();
  if (typeof done === 'string') {
    process.stderr.write(`The server did not start.\n${done}\n`);
    return 1;
  }
  const figures = done.results.map(figuresOf);
  report(figures);
  if (agentKind === 'chat') reportTokenToAudio(figures, firstTokenMs);
  process.stdout.write(calibrationLine(calibration));
  for (const failure of done.results.flatMap((level) => level.failures)) process.stderr.write(`failed: ${failure}\n`);
  if (done.results.some((level) => level.callsFailed > 0))
    process.stderr.write(`The server said last:\n${done.output}\n`);
  const detail = done.results.map((level, index) => ({ ...figures[index], turnsDetail: level.turns }));
  await writeResults(values.out, {
    prompts: lines.source,
    scenario,
    agent: agentKind,
    firstTokenMs,
    slowPercent: slow,
    calibration,
    network: named,
    serverStartMs: Math.round(done.startMs),
    levels: detail,
  });
  return done.results.some((level) => level.callsFailed > 0) ? 1 : 0;
}

async function withServer<T>(
  entry: URL,
  env: NodeJS.ProcessEnv,
  work: (server: ServerChild) => Promise<T>,
): Promise<T | string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const started = await startServerChild({
      entry,
      env: { LOG_LEVEL: 'warn', ADMISSION: 'off', ...env },
      dataDir,
      readyTimeoutMs,
    });
    if (!started.ok) return started.detail;
    try {
      return await work(started.server);
    } finally {
      await started.server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const stages = ['endpoint', 'recognition', 'agent', 'synthesis', 'queue', 'network', 'total'] as const;

function figuresOf(level: Level) {
  const turns = level.turns.filter((turn) => turn.label !== questionLabel);
  const questions = level.turns.filter((turn) => turn.label === questionLabel);
  const latencies = turns.flatMap(({ latencyMs }) => latencyMs ?? []);
  const bargeIns = turns.flatMap(({ bargeIn }) => bargeIn ?? []);
  const stops = bargeIns.flatMap(({ outcome, stopMs }) => (outcome === 'stopped' ? (stopMs ?? []) : []));
  const clears = bargeIns.flatMap(({ clearMs }) => clearMs ?? []);
  const judged = turns.filter((turn) => !turn.collision);
  const cutIns = judged.filter((turn) => turn.cutIn).length;
  const spread = (values: readonly number[]) => ({
    p50: round(quantile(values, 0.5)),
    p95: round(quantile(values, 0.95)),
    max: round(quantile(values, 1)),
  });
  return {
    calls: level.calls,
    turns: turns.length,
    latencyMs: spread(latencies),
    unanswered: judged.length - cutIns - latencies.length,
    collisions: turns.length - judged.length,
    cutIns,
    cutInPercent: round((100 * cutIns) / Math.max(1, judged.length), 1),
    questions: questions.length,
    questionCutIns: questions.filter((turn) => turn.cutIn).length,
    bargeIns: bargeIns.length,
    bargeInOutcomes: countBy(bargeIns.map(({ outcome }) => outcome)),
    bargeInStopMs: spread(stops),
    bargeInClearMs: spread(clears),
    underruns: level.underruns,
    underrunsInHarnessStalls: level.underrunsInStalls,
    longestUnderrunMs: Math.round(level.longestUnderrunMs),
    dialectComplaints: level.complaints,
    callsCompleted: level.callsCompleted,
    callsEndedByAgent: level.callsEndedEarly,
    callsFailed: level.callsFailed,
    callMinutes: round(level.callMinutes, 1),
    cpuSecondsPerCallMinute: level.cpuSeconds === null ? null : round(level.cpuSeconds / level.callMinutes, 2),
    rssMb: round(level.rssMb),
    residentMb: round(level.residentMb),
    tokenToAudioMs: level.calls === 1 ? spread(level.tokenToAudioMs) : null,
    serverStagesMs: stagesOf(level.serverTurns),
    speculation: speculationOf(level.speculation),
    serverLoad: level.load,
    harnessLatenessMs: { p99: level.harness.quantileMs(0.99), max: round(level.harness.maxMs) },
  };
}

type Figures = ReturnType<typeof figuresOf>;

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Returns the mean of the server's own breakdown by stage; null without a turn. */
function stagesOf(turns: readonly StoredTurn[]): Record<string, number | null> {
  return Object.fromEntries(
    stages.map((stage) => {
      const sum = turns.reduce((total, turn) => total + turn[`${stage}_ms`], 0);
      return [stage, turns.length === 0 ? null : Math.round(sum / turns.length)];
    }),
  );
}

/** Returns how many replies began while the caller might still continue, and the share that was discarded. */
function speculationOf(calls: readonly StoredSpeculation[]) {
  const sum = (pick: (call: StoredSpeculation) => number): number =>
    calls.reduce((total, call) => total + pick(call), 0);
  const percent = (part: number, whole: number): number | null => round((100 * part) / Math.max(1, whole), 1);
  const started = sum((call) => call.started);
  const spentMs = ({ made }: StoredSpeculation): number => made.agent_ms + made.synthesis_ms;
  const wastedMs = ({ wasted }: StoredSpeculation): number => wasted.agent_ms + wasted.synthesis_ms;
  return {
    started,
    droppedPercent: percent(
      sum((call) => call.dropped),
      started,
    ),
    wastedMsPercent: percent(sum(wastedMs), sum(spentMs)),
    wastedAudioPercent: percent(
      sum((call) => call.wasted.audio_ms),
      sum((call) => call.made.audio_ms),
    ),
  };
}

function report(levels: readonly Figures[]): void {
  printTable(
    [
      'calls',
      'turns',
      'p50 ms',
      'p95',
      'max',
      'cut-ins',
      '%',
      'barge-ins',
      'stop p50',
      'p95',
      'gaps',
      'CPU s/min',
      'RSS MB',
      'once MB',
      'done',
      'late p99',
    ],
    levels.map((level) => [
      level.calls,
      level.turns,
      level.latencyMs.p50,
      level.latencyMs.p95,
      level.latencyMs.max,
      level.cutIns,
      level.cutInPercent,
      level.bargeIns,
      level.bargeInStopMs.p50,
      level.bargeInStopMs.p95,
      level.underruns,
      level.cpuSecondsPerCallMinute,
      level.rssMb,
      level.residentMb,
      level.callsCompleted,
      level.harnessLatenessMs.p99,
    ]),
  );
  process.stdout.write('\nMeans of the server’s own split, ms\n');
  process.stdout.write(
    `${renderTable(
      ['calls', ...stages],
      levels.map((level) => [level.calls, ...stages.map((stage) => level.serverStagesMs[stage])]),
    )}\n`,
  );
  process.stdout.write('\nReplies begun on trial, and the share of them that was for nothing\n');
  process.stdout.write(
    `${renderTable(
      ['calls', 'trials', 'dropped %', 'time %', 'audio %'],
      levels.map(({ calls, speculation }) => [
        calls,
        speculation.started,
        speculation.droppedPercent,
        speculation.wastedMsPercent,
        speculation.wastedAudioPercent,
      ]),
    )}\n`,
  );
  reportLoad(levels);
}

/** Below this, a reply is often ready before the caller has finished, and waits for the end of the turn. */
const unpreparedMs = 1000;

/** Of several calls, it is not known which reply a token belongs to. */
function reportTokenToAudio(levels: readonly Figures[], firstTokenMs: number): void {
  const [level] = levels.filter(({ tokenToAudioMs }) => tokenToAudioMs !== null);
  const { p50, p95, max } = level?.tokenToAudioMs ?? { p50: null, p95: null, max: null };
  const figure = `p50 ${p50}, p95 ${p95}, max ${max} ms`;
  const isPure = level !== undefined && firstTokenMs >= unpreparedMs;
  process.stdout.write(
    `\nFirst token of the model to first audio at the caller: ${isPure ? figure : `run one call at a time with --first-token ${unpreparedMs} or more`}\n`,
  );
}

function reportLoad(levels: readonly Figures[]): void {
  process.stdout.write('\nJobs of the models: how long they waited and ran, ms\n');
  process.stdout.write(
    `${renderTable(
      ['calls', 'kind', 'jobs', 'wait p50', 'p95', 'worst p95', 'run p50'],
      levels.flatMap(({ calls, serverLoad }) =>
        Object.entries(serverLoad.jobs).map(([kind, waits]) => [
          calls,
          kind,
          waits.jobs,
          waits.waitP50Ms,
          waits.waitP95Ms,
          waits.worstWaitP95Ms,
          waits.runP50Ms,
        ]),
      ),
    )}\n`,
  );
  process.stdout.write('\nBusiest threads of the server, % of a core (models run on niced ones)\n');
  for (const { calls, serverLoad } of levels) {
    const threads = serverLoad.threads.map(({ thread, percent }) => `${thread} ${percent}`);
    process.stdout.write(
      `${calls} calls: ${threads.join(', ')}; other processes ${serverLoad.othersPercent ?? '-'} % of all cores\n`,
    );
  }
}
