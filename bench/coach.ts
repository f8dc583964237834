import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTextAgent } from '../media/call/text-agent.ts';
import type { AgentPlan } from '../media/ports.ts';
import { defaultModelsDir } from '../models/locate.ts';
import type { OrganisationId } from '../src/data/index.ts';
import {
  createTextRuns,
  type Played,
  type Snapshot,
  simulationOf,
} from '../src/features/coaching/practice-runs/index.ts';
import { createSimulations, type Judged, readPractice } from '../src/features/coaching/simulations/index.ts';
import { practiceCases } from './coach/cases.ts';
import { hardCases } from './coach/hard-cases.ts';
import { isEarly, leakIn, toldIn } from './coach/independent-checks.ts';
import { reproductions } from './coach/reproduce.ts';
import { voiceFigures, wordFigures } from './coach/voice.ts';
import { printTable, round, writeResults } from './table.ts';

const usage = `bench coach: practice runs in writing with the embedded agent, without a language model.
  --runs N    runs whose customer is checked (default 1000)
  --pairs N   runs that are played and judged twice (default 100)
  --example FOLDER  a flow with a practice.json (default examples/dental-receptionist)
  --bugs      only the calls of defective agents that are turned into scenarios
  --voice     runs by voice instead: live ones at once, the speed of virtual time, injected delays
  --words     runs by voice in virtual time: words recognised wrongly, by line, voice and pace
  --live N    with --voice: runs in real time at once (default 8)
  --out FILE  (default bench/results/coach.json)
`;

const atOnce = 8;
const organisation = 'bench' as OrganisationId;
const share = (part: number, all: number): string =>
  `${part} of ${all} (${round((100 * part) / Math.max(1, all), 2)} %)`;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      runs: { type: 'string', default: '1000' },
      pairs: { type: 'string', default: '100' },
      example: { type: 'string', default: join('examples', 'dental-receptionist') },
      out: { type: 'string', default: join('bench', 'results', 'coach.json') },
      help: { type: 'boolean' },
      bugs: { type: 'boolean' },
      voice: { type: 'boolean' },
      words: { type: 'boolean' },
      live: { type: 'string', default: '8' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const { plan, snapshots } = await practiceCases(values.example, async (path) => readFile(path, 'utf8'));
  const modelsDir = env.MODELS_DIR ?? defaultModelsDir(env);
  if (values.words === true) {
    await writeResults(values.out, { words: await wordFigures({ modelsDir, plan, snapshots }) });
    return 0;
  }
  if (values.voice === true) {
    const live = Number(values.live);
    const { figures, isMet } = await voiceFigures({ modelsDir, plan, snapshots, live, env });
    await writeResults(values.out, { voice: figures });
    return isMet ? 0 : 1;
  }
  const agent = await openTextAgent({ modelsDir, providers: ['cpu'] });
  try {
    const bugs = await bugFigures(agent, plan, snapshots[0] as Snapshot);
    if (values.bugs === true) {
      await writeResults(values.out, { bugs });
      return 0;
    }
    const runs = Number(values.runs);
    const pairs = Math.min(runs, Number(values.pairs));
    const cases = [...snapshots.map((snapshot) => ({ snapshot, secrets: [] })), ...hardCases(snapshots[0] as Snapshot)];
    const caseOf = (seed: number) => cases[seed % cases.length] as (typeof cases)[number];
    const play = (seed: number) => played(agent, plan, caseOf(seed).snapshot, seed);
    // The first run embeds the examples of the flow.
    await play(0);
    const startMs = performance.now();
    const first = await eachOf(runs, play);
    const seconds = (performance.now() - startMs) / 1000;
    const second = await eachOf(pairs, play);
    const snapshotOf = (seed: number) => caseOf(seed).snapshot;
    const [judgedFirst = [], judgedAgain = [], judgedSecond = []] = await Promise.all([
      verdictsOf(first.slice(0, pairs), snapshotOf, 0),
      verdictsOf(first.slice(0, pairs), snapshotOf, 1),
      verdictsOf(second, snapshotOf, 0),
    ]);
    const wholeOf = (run: Played, judged: string | undefined): string => JSON.stringify([run, judged]);
    const same = second.filter(
      (run, seed) => wholeOf(run, judgedSecond[seed]) === wholeOf(first[seed] as Played, judgedFirst[seed]),
    ).length;
    const flipped = judgedFirst.filter((verdict, at) => verdict !== judgedAgain[at]).length;
    const invalid = first.filter(({ error }) => error !== undefined);
    const leaks = first.filter((run, seed) => leakIn(run, caseOf(seed).secrets) !== undefined).length;
    const told = first.reduce((sum, run, seed) => sum + toldIn(run, caseOf(seed).secrets), 0);
    const early = first.filter(isEarly).length;
    const found = invalid.filter(({ error }) => /before|without a reason|while the agent/.test(error ?? '')).length;
    const reasons = [...new Set(first.map(({ endedReason }) => endedReason))].sort();
    const ends = reasons.map((reason) => {
      const all = first.filter(({ endedReason }) => endedReason === reason).length;
      return [`ended: ${reason}`, share(all, runs)] as const;
    });
    const figures = {
      runs,
      pairs,
      cases: cases.length,
      same,
      invalid: invalid.length,
      leaks,
      told,
      early,
      found,
      flipped,
      runsPerSecond: runs / seconds,
    };
    printTable(
      ['figure', 'value'],
      [
        ['run, scores and verdict byte-identical when repeated', share(same, pairs)],
        ['invalid runs, by the validator', share(invalid.length, runs)],
        ['hidden facts told', String(told)],
        ['runs with one told without a question, by the independent check', share(leaks, runs)],
        ['satisfied while asked to confirm, by the independent check', share(early, runs)],
        ['ended without a reason, by the validator', share(found, runs)],
        ['judged otherwise the second time', share(flipped, pairs)],
        ['runs a second', String(round(figures.runsPerSecond, 1))],
        ...ends,
      ],
    );
    for (const error of new Set(invalid.map((run) => run.error))) process.stdout.write(`invalid: ${error}\n`);
    await writeResults(values.out, { ...figures, bugs, ends: Object.fromEntries(ends) });
    return 0;
  } finally {
    await agent.close();
  }
}

type Agent = Awaited<ReturnType<typeof openTextAgent>>;

function played(agent: Agent, plan: AgentPlan, snapshot: Snapshot, seed: number): Promise<Played> {
  const run = { agentModel: null, agentOpens: snapshot.scenario.agent_opens, seed };
  const play = createTextRuns({
    agent: async () => agent,
    languageModel: async () => undefined,
    customerModel: async () => undefined,
    planOf: async () => plan,
  });
  return play({ organisation, run, snapshot, begin: async () => true, signal: new AbortController().signal });
}

async function eachOf(count: number, play: (seed: number) => Promise<Played>): Promise<Played[]> {
  const all: Played[] = new Array(count);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let seed = next++; seed < count; seed = next++) all[seed] = await play(seed);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return all;
}

/** Creates a judge without state from earlier runs. */
function judgedBy(time: number) {
  const store = { get: async () => undefined, add: async (_o: unknown, _r: unknown, result: Judged) => result };
  return createSimulations({
    store,
    languageModel: async () => undefined,
    readPractice: async (practice) => readPractice(practice),
    now: () => new Date(1_700_000_000_000 + time * 3_600_000),
  });
}

/** Returns the verdicts of two independent judges. */
async function verdictsOf(
  runs: readonly Played[],
  snapshotOf: (seed: number) => Snapshot,
  time: number,
): Promise<string[]> {
  const judge = judgedBy(time);
  const verdicts: string[] = [];
  for (const [seed, { transcript }] of runs.entries()) {
    const snapshot = snapshotOf(seed);
    const result = await judge.judge(organisation, simulationOf(`${seed}`, snapshot, transcript));
    verdicts.push(typeof result === 'string' ? result : JSON.stringify([result.verdict, result.scores]));
  }
  return verdicts;
}

/** Turns calls of defective agents into scenarios and measures whether the failed criterion fails again. */
async function bugFigures(agent: Agent, plan: AgentPlan, base: Snapshot) {
  const all = await reproductions(plan, base, {
    play: (broken, snapshot, seed) => played(agent, broken, snapshot, seed),
    judge: async (snapshot, { transcript }) =>
      ((await judgedBy(0).judge(organisation, simulationOf('bug', snapshot, transcript))) as Judged).scores[0]?.score ??
      0,
  });
  const of = (is: (one: (typeof all)[number]) => boolean): string => share(all.filter(is).length, all.length);
  printTable(
    ['figure', 'value'],
    [
      ['seeded defects that show in their call', of(({ isSeeded }) => isSeeded)],
      ['failed again in the scenario', of(({ failsAgain }) => failsAgain)],
      ['and passed with the right agent', of(({ failsAgain, passesWhenMended }) => failsAgain && passesWhenMended)],
      ['invalid runs of scenarios', of(({ error }) => error !== undefined)],
      ['scenarios with data of the customer', of(({ leaks }) => leaks.length > 0)],
      ['slowest scenario, ms', String(round(Math.max(...all.map(({ ms }) => ms)), 1))],
    ],
  );
  for (const { name, isSeeded, failsAgain, passesWhenMended, error, leaks } of all)
    if (!isSeeded || !failsAgain || !passesWhenMended || leaks.length > 0)
      process.stdout.write(`${name}: ${JSON.stringify({ isSeeded, failsAgain, passesWhenMended, error, leaks })}\n`);
  return all;
}
