import { parseArgs } from 'node:util';
import { createRandom } from '../media/emulator/random.ts';
import { farDialectNames, type LineConditions, readLineConditions } from '../media/index.ts';
import { defaultModelsDir } from '../models/locate.ts';
import { freePorts } from '../src/cli/server-child.ts';
import { type Level, type LevelOptions, questionLabel, runLevel, type WayFigures } from './call/level.ts';
import { prepareLines } from './call/lines.ts';
import { audioSocketWay, type BenchPhone, phoneWay, streamWay, type Way } from './call/ways.ts';
import { chooseSpeech, speechUsage } from './speech-folder.ts';
import { printTable, quantile, round, writeResults } from './table.ts';
import { askAsFirst, type StartedSipServer, startSipServer } from './trials/sip-server.ts';

const usage = `bench dialects: answer latency of every way into the server, against telephony_a; one call at a time, in turn, with the same
lines. Or calls over all ways at once.
  --ways LIST   (default all); telephony_a is always one
  --rounds N    calls over each way (default 2)
  --turns N     lines of each call, or of each of the mixed calls (default 8)
  --mixed N     N calls at a time over the ways, in place of the comparison
  --speech DIR  ${speechUsage};
                without, they are synthesised
  --out FILE    (default bench/results/dialects.json)
`;

const options = {
  ways: { type: 'string' },
  rounds: { type: 'string', default: '2' },
  turns: { type: 'string', default: '8' },
  mixed: { type: 'string' },
  speech: { type: 'string' },
  out: { type: 'string', default: 'bench/results/dialects.json' },
  help: { type: 'boolean', default: false },
} as const;

const reference = 'telephony_a';
const extension = '100';

/** Prints a table and writes JSON. Returns the exit status: 1 if a call could not be held. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [rounds, turns, mixed] = [values.rounds, values.turns, values.mixed ?? '1'].map(Number) as [
    number,
    number,
    number,
  ];
  if (values.help || ![rounds, turns, mixed].every((value) => Number.isInteger(value) && value > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const speech = chooseSpeech(values.speech);
  if (speech === undefined) return 2;
  const lines = await prepareLines(speech.dir, defaultModelsDir(env));
  const [audioSocketPort = 0] = await freePorts(1);
  const started = await startSipServer({
    entry: new URL('../src/main.js', import.meta.url),
    env: { ADMISSION: 'off', ...env, AUDIOSOCKET_PORT: String(audioSocketPort) },
  });
  try {
    const ways = await waysInto(started, audioSocketPort, mixed, values.ways?.split(','));
    if (typeof ways === 'string') {
      process.stderr.write(`${ways}\n`);
      return 2;
    }
    const level = { server: started.server, lines, conditions: readLineConditions('') as LineConditions };
    const isMixed = values.mixed !== undefined;
    const levels = isMixed
      ? [await holdMixed({ ...level, ways, calls: mixed, turnsPerCall: turns })]
      : await compare({ ...level, ways, turnsPerCall: turns }, rounds);
    const figures = report(levels, isMixed);
    for (const failure of levels.flatMap(({ failures }) => failures)) process.stderr.write(`failed: ${failure}\n`);
    await writeResults(values.out, { prompts: lines.source, rounds, turns, mixed: isMixed ? mixed : null, ...figures });
    return levels.some(({ callsFailed }) => callsFailed > 0) ? 1 : 0;
  } finally {
    await started.close();
  }
}

type Ways = readonly [Way, ...Way[]];

/** Returns the ways of these names, all reaching one agent, or why there is none. */
async function waysInto(
  { server, sipPort }: StartedSipServer,
  audioSocketPort: number,
  calls: number,
  names: readonly string[] | undefined,
): Promise<Ways | string> {
  const phones = await addPhones(server, calls);
  const streams = farDialectNames.filter((name) => name !== 'browser').map(streamWay);
  const all = [...streams, audioSocketWay(audioSocketPort), phoneWay(phones, sipPort, extension)];
  const unknown = names?.find((name) => !all.some((way) => way.name === name));
  if (unknown !== undefined) return `${unknown} is not a way: ${all.map(({ name }) => name).join(', ')}`;
  const [first, ...others] = all as [Way, ...Way[]];
  return [first, ...others.filter(({ name }) => names?.includes(name) ?? true)];
}

/** Gives the agent an extension, and adds telephones that may dial it. */
async function addPhones(server: StartedSipServer['server'], count: number): Promise<BenchPhone[]> {
  const ask = await askAsFirst(server);
  const { flows } = await ask<{ flows: { uuid: string; phone_number: string | null }[] }>('GET', '/api/voice/flows');
  const flow = flows.find(({ phone_number: number }) => number !== null);
  if (flow === undefined) throw new Error('the server has no agent with a number');
  await ask('PATCH', `/api/voice/flows/${flow.uuid}`, { extension });
  const phones: BenchPhone[] = [];
  for (let index = 0; index < count; index++)
    phones.push(await ask('POST', '/api/voice/phones', { name: `Phone ${index + 1}`, extension: String(201 + index) }));
  return phones;
}

type Common = Pick<LevelOptions, 'server' | 'lines' | 'conditions' | 'turnsPerCall'> & { readonly ways: Ways };

/** Calls over each way in turn, one at a time. All calls of a round are alike: lines, order and pauses. */
async function compare(common: Common, rounds: number): Promise<Level[]> {
  const levels: Level[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const way of common.ways) {
      process.stderr.write(`round ${round} of ${rounds} over ${way.name}\n`);
      const turns = common.turnsPerCall;
      levels.push(await runLevel({ ...common, ways: [way], calls: 1, turns, random: createRandom(round) }));
    }
  return levels;
}

const holdMixed = (common: Common & { readonly calls: number }): Promise<Level> =>
  runLevel({ ...common, turns: common.calls * common.turnsPerCall, random: createRandom(1) });

/** Prints the figures of each way, and those of all turns of mixed calls. */
function report(levels: readonly Level[], isMixed: boolean): object {
  const names = [...new Set(levels.flatMap(({ byWay }) => [...byWay.keys()]))];
  const turnsOf = (name: string): WayFigures[] => levels.flatMap(({ byWay }) => byWay.get(name) ?? []);
  const rows = names.map((name) => ({
    way: name,
    ...figuresOf(turnsOf(name)),
    moreHeardMs: isMixed ? null : moreOf(turnsOf(name), turnsOf(reference), heardOf),
    moreServerMs: isMixed ? null : moreOf(turnsOf(name), turnsOf(reference), storedOf),
  }));
  const all = { way: 'all', ...figuresOf(names.flatMap(turnsOf)), moreHeardMs: null, moreServerMs: null };
  printTable(
    [
      'way',
      'turns',
      'heard p50 ms',
      'p95',
      'more than telephony_a',
      'server p50 ms',
      'p95',
      'more than telephony_a',
      'gaps',
    ],
    [...rows, ...(isMixed ? [all] : [])].map(({ way, turns, heardMs, moreHeardMs, serverMs, moreServerMs, gaps }) => [
      way,
      turns,
      heardMs.p50,
      heardMs.p95,
      moreHeardMs,
      serverMs.p50,
      serverMs.p95,
      moreServerMs,
      gaps,
    ]),
  );
  const underruns = levels.reduce((sum, level) => sum + level.underruns, 0);
  const completed = levels.reduce((sum, level) => sum + level.callsCompleted, 0);
  const complaints = levels.reduce((sum, level) => sum + level.complaints, 0);
  const harnessLateMs = round(Math.max(...levels.map(({ harness }) => harness.quantileMs(0.99))), 1);
  process.stdout.write(
    `${completed} calls held, ${complaints} messages against a dialect; frames of the callers late by ${harnessLateMs} ms (p99)\n`,
  );
  return { ways: rows, all, underruns, complaints, harnessLateMs };
}

/** Latencies as the callers heard them, by line. */
const heardOf = ({ turns }: WayFigures): [string, number][] =>
  turns.flatMap(({ label, latencyMs }) =>
    label === questionLabel || latencyMs === undefined ? [] : [[label, latencyMs]],
  );

/** Latencies as the server stored them, by turn. */
const storedOf = ({ serverTurns }: WayFigures): [number, number][] =>
  serverTurns.map(({ turn, total_ms: ms }) => [turn, ms]);

function figuresOf(parts: readonly WayFigures[]) {
  const spread = (values: readonly number[]) => ({
    p50: round(quantile(values, 0.5)),
    p95: round(quantile(values, 0.95)),
  });
  const heard = parts.flatMap(heardOf).map(([, ms]) => ms);
  const stored = parts.flatMap(storedOf).map(([, ms]) => ms);
  const gaps = parts.reduce((sum, { gapsMs }) => sum + gapsMs.length, 0);
  return { turns: heard.length, heardMs: spread(heard), serverMs: spread(stored), gaps, heard: parts.flatMap(heardOf) };
}

/** Returns the median of the differences between answers to the same line in the same round. */
function moreOf<Key>(
  parts: readonly WayFigures[],
  references: readonly WayFigures[],
  read: (part: WayFigures) => [Key, number][],
): number | null {
  const differences = parts.flatMap((part, round) => {
    const reference = references[round];
    const others = new Map(reference === undefined ? [] : read(reference));
    return read(part).flatMap(([key, ms]) => {
      const other = others.get(key);
      return other === undefined ? [] : [ms - other];
    });
  });
  return round(quantile(differences, 0.5));
}
