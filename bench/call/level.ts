import { setTimeout as sleep } from 'node:timers/promises';
import {
  apartFrom,
  type ConversationReport,
  createLatenessMeter,
  holdConversation,
  type LatenessMeter,
  type LineConditions,
  type ScriptLine,
  type TurnMeasure,
} from '../../media/index.ts';
import type { ServerChild } from '../../src/cli/server-child.ts';
import { createServerClient, type StoredSpeculation, type StoredTurn } from '../../src/cli/server-client.ts';
import type { CallerLine, CallerLines } from './lines.ts';
import { readUsage } from './process-usage.ts';
import { readResidentMb } from './resident-memory.ts';
import { type ServerLoad, watchServerLoad } from './server-load.ts';
import { streamWay, type Way } from './ways.ts';

/**
 * `usual`: the embedded agent; every fourth line interrupts the answer to a question. `dense`: an agent that repeats
 * what it hears for five seconds; every second line interrupts it.
 */
export type Scenario = 'usual' | 'dense';

export interface LevelOptions {
  readonly server: ServerChild;
  readonly lines: CallerLines;
  /** Number of simultaneous calls. */
  readonly calls: number;
  /** Minimum number of measured turns in the whole level. */
  readonly turns: number;
  readonly turnsPerCall: number;
  /** `usual` by default. */
  readonly scenario?: Scenario;
  readonly random: () => number;
  readonly conditions: LineConditions;
  /** How the calls reach the server, in turn; telephony_a by default. */
  readonly ways?: readonly [Way, ...Way[]];
  /** When the model sent the first token of each reply, in milliseconds since 1970; grows during the level. */
  readonly firstTokensMs?: readonly number[];
}

/** What the calls of one way measured. */
export interface WayFigures {
  readonly turns: TurnMeasure[];
  readonly serverTurns: StoredTurn[];
  /** Length of each silence inside a phrase, in milliseconds. */
  readonly gapsMs: number[];
}

export interface Level {
  readonly calls: number;
  readonly turns: readonly TurnMeasure[];
  /** Calls in which every measured line was said. A call that the agent ended earlier is followed by another. */
  readonly callsCompleted: number;
  readonly callsEndedEarly: number;
  readonly callsFailed: number;
  readonly failures: readonly string[];
  readonly underruns: number;
  /** Gaps during stalls of the benchmark itself, which cannot be attributed. */
  readonly underrunsInStalls: number;
  readonly longestUnderrunMs: number;
  readonly complaints: number;
  readonly callMinutes: number;
  readonly cpuSeconds: number | null;
  readonly rssMb: number | null;
  /** Resident memory with each page counted once, at most. */
  readonly residentMb: number | null;
  readonly load: ServerLoad;
  readonly harness: LatenessMeter;
  readonly serverTurns: readonly StoredTurn[];
  readonly byWay: ReadonlyMap<string, WayFigures>;
  /** From the latest first token of the model before an answer to its first audible sample, of each answer. */
  readonly tokenToAudioMs: readonly number[];
  /** One entry per call. */
  readonly speculation: readonly StoredSpeculation[];
}

/** One caller line, with the question whose answer it interrupts, if any. */
interface Task {
  readonly line: CallerLine;
  readonly question: CallerLine | undefined;
}

type CallOptions = LevelOptions & { readonly way: Way };

const telephonyA: readonly [Way] = [streamWay('telephony_a')];
/** Every fourth line interrupts the answer to a question. */
const bargeInEvery = 4;
/** Retries of a call that could not be held, per slot. */
const maxFailuresPerSlot = 3;
const rssEveryMs = 1_000;
/** Reading all mappings takes the kernel a few milliseconds, in which the process cannot map others. */
const residentEveryMs = 10_000;

export async function runLevel(options: LevelOptions): Promise<Level> {
  const { server, calls, turns, random } = options;
  const tally = openTally();
  const before = await readUsage(server.pid);
  const loadSoFar = await watchServerLoad(server);
  let rssMb = before?.rssMb ?? 0;
  const watch = setInterval(() => {
    void readUsage(server.pid).then((usage) => {
      rssMb = Math.max(rssMb, usage?.rssMb ?? 0);
    });
  }, rssEveryMs);
  let residentMb = 0;
  const lookAtResident = async (): Promise<void> => {
    residentMb = Math.max(residentMb, (await readResidentMb(server.pid)) ?? 0);
  };
  const slowWatch = setInterval(() => void lookAtResident(), residentEveryMs);
  const tasks = makeTasks(options, Math.max(turns, calls));
  await Promise.all(
    Array.from({ length: calls }, async (_, slot) => {
      // Staggers the calls, which would otherwise all send the same request at the same moment.
      await sleep(slot * 900 + random() * 700);
      await runSlot(
        { ...options, slot },
        tasks.filter((_, index) => index % calls === slot),
        tally,
      );
    }),
  );
  clearInterval(watch);
  clearInterval(slowWatch);
  await lookAtResident();
  const after = await readUsage(server.pid);
  return {
    ...tally,
    load: await loadSoFar(),
    calls,
    cpuSeconds: before === undefined || after === undefined ? null : after.cpuSeconds - before.cpuSeconds,
    rssMb: before === undefined ? null : rssMb,
    residentMb: residentMb === 0 ? null : residentMb,
  };
}

const openTally = () => ({
  turns: [] as TurnMeasure[],
  callsCompleted: 0,
  callsEndedEarly: 0,
  callsFailed: 0,
  failures: [] as string[],
  underruns: 0,
  underrunsInStalls: 0,
  longestUnderrunMs: 0,
  complaints: 0,
  callMinutes: 0,
  harness: createLatenessMeter(),
  serverTurns: [] as StoredTurn[],
  byWay: new Map<string, WayFigures>(),
  tokenToAudioMs: [] as number[],
  speculation: [] as StoredSpeculation[],
});

type Tally = ReturnType<typeof openTally>;

function makeTasks({ lines, random, scenario = 'usual' }: LevelOptions, count: number): Task[] {
  const order = lines.prompts.map((line) => ({ line, key: random() })).sort((a, b) => a.key - b.key);
  return Array.from({ length: count }, (_, index) => ({
    line: order[index % order.length]!.line,
    question:
      scenario === 'usual' && index % bargeInEvery === bargeInEvery - 1
        ? lines.questions[Math.floor(random() * lines.questions.length)]
        : undefined,
  }));
}

async function runSlot(options: LevelOptions & { readonly slot: number }, tasks: readonly Task[], tally: Tally) {
  const { ways = telephonyA, slot, turnsPerCall } = options;
  let left = tasks;
  let failures = 0;
  for (let call = slot; left.length > 0 && failures < maxFailuresPerSlot; call++) {
    const way = ways[call % ways.length]!;
    const result = await runCall({ ...options, way }, left.slice(0, turnsPerCall), tally);
    if (typeof result === 'string') {
      failures += 1;
      tally.callsFailed += 1;
      tally.failures.push(`${way.name}: ${result}`);
    } else left = left.slice(result);
  }
}

/** Returns the number of completed tasks, or the reason why the call could not be held. */
async function runCall(options: CallOptions, tasks: readonly Task[], tally: Tally): Promise<number | string> {
  const { server, lines, random, conditions, way } = options;
  const caller = `+1202555${String(Math.floor(random() * 10_000)).padStart(4, '0')}`;
  const startedMs = Date.now();
  const started = await way.start({ baseUrl: server.baseUrl, from: caller, to: '+12025550143', conditions });
  if (typeof started === 'string') return started;
  const { run, from } = started;
  const openedMs = Date.now();
  const warmUp = lines.prompts[Math.floor(random() * lines.prompts.length)]!;
  const script = options.scenario === 'dense' ? denseScriptOf : scriptOf;
  const report = await holdConversation(run, script(warmUp, tasks, random), {
    agentQuietMs: 600 + random() * 500,
    patienceMs: 8_000,
  });
  const done = await note(report, tally, { client: createServerClient(server), from, startedMs, way });
  tally.tokenToAudioMs.push(...tokenToAudio(report, openedMs, options.firstTokensMs ?? []));
  if (report.greetingMs === undefined) return `no greeting, ended by ${report.ending.by} (${report.ending.reason})`;
  if (done < tasks.length && report.ending.by === 'network') return `the line broke: ${report.ending.reason}`;
  if (done < tasks.length) tally.callsEndedEarly += 1;
  else tally.callsCompleted += 1;
  // If the agent ends every call at the first turn, the same lines must not be retried endlessly.
  return Math.max(1, done);
}

function tokenToAudio({ turns }: ConversationReport, openedMs: number, firstTokensMs: readonly number[]): number[] {
  return turns.flatMap(({ speechEndMs, latencyMs }) => {
    if (latencyMs === undefined) return [];
    const audioMs = openedMs + speechEndMs + latencyMs;
    const tokenMs = firstTokensMs.findLast((ms) => ms <= audioMs && ms > openedMs + speechEndMs);
    return tokenMs === undefined ? [] : [audioMs - tokenMs];
  });
}

const warmUpLabel = 'warm-up';
/** A synthesised line that only exists to be interrupted; excluded from the prompts' latencies and cut-ins. */
export const questionLabel = 'question';

function scriptOf(warmUp: CallerLine, tasks: readonly Task[], random: () => number): ScriptLine[] {
  const script: ScriptLine[] = [{ say: warmUp.clip, when: 'agent_done', label: warmUpLabel }];
  for (const { line, question } of tasks) {
    if (question === undefined) script.push({ say: line.clip, when: 'agent_done', label: line.label });
    else {
      script.push({ say: question.clip, when: 'agent_done', label: questionLabel });
      script.push({ say: line.clip, when: { overAgentAfterMs: 500 + random() * 600 }, label: line.label });
    }
  }
  return script;
}

function denseScriptOf(warmUp: CallerLine, tasks: readonly Task[], random: () => number): ScriptLine[] {
  const lines = tasks.map(({ line: { clip, label } }, index): ScriptLine => {
    const when = index % 2 === 0 ? 'agent_done' : { overAgentAfterMs: 500 + random() * 600 };
    return { say: clip, when, label };
  });
  return [{ say: warmUp.clip, when: 'agent_done', label: warmUpLabel }, ...lines];
}

interface Found {
  readonly client: ReturnType<typeof createServerClient>;
  readonly from: string;
  readonly startedMs: number;
  readonly way: Way;
}

/** Adds a call to the level's metrics. Returns the number of completed tasks. */
async function note(
  report: ConversationReport,
  tally: Tally,
  { client, from, startedMs, way }: Found,
): Promise<number> {
  const { record, turns } = report;
  const measured = turns.filter((turn) => turn.label !== warmUpLabel);
  tally.turns.push(...measured);
  const gaps = apartFrom(record.playout.underruns, record.stalls);
  tally.underruns += gaps.length;
  tally.underrunsInStalls += record.playout.underruns.length - gaps.length;
  for (const gap of gaps) tally.longestUnderrunMs = Math.max(tally.longestUnderrunMs, gap.gapMs);
  tally.complaints += record.complaintCount;
  tally.callMinutes += report.ending.atMs / 60_000;
  tally.harness.merge(record.lateness);
  const uuid = await client.findCall(from, startedMs);
  const stored = uuid === undefined ? undefined : await client.call(uuid);
  if (stored?.speculation) tally.speculation.push(stored.speculation);
  const serverTurns = stored?.latency.turns ?? [];
  tally.serverTurns.push(...serverTurns);
  const ofWay = tally.byWay.get(way.name) ?? { turns: [], serverTurns: [], gapsMs: [] };
  tally.byWay.set(way.name, ofWay);
  ofWay.turns.push(...measured);
  ofWay.serverTurns.push(...serverTurns);
  ofWay.gapsMs.push(...gaps.map(({ gapMs }) => gapMs));
  // The last line of a call that the agent ended was still said and measured.
  return measured.filter((turn) => turn.label !== questionLabel).length;
}
