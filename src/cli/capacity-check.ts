import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type ConversationReport, ratedCalls } from '../../media/index.ts';
import { readCallArguments } from './call-arguments.ts';
import { holdCall } from './call-command.ts';
import type { Check } from './check.ts';
import { CliFault } from './cli-fault.ts';
import type { Speech } from './clips.ts';
import type { ServerAddress } from './credential.ts';

export interface CapacityTrial {
  /** A server that carries no other calls. */
  readonly server: ServerAddress & { readonly pid: number };
  readonly cores: number;
  readonly openSpeech: () => Promise<Speech>;
}

/** What the calls of a trial showed. */
export interface CapacityFigures {
  readonly cores: number;
  /** Number of calls at once. */
  readonly calls: number;
  /** CPU time of the server for each second of a call. */
  readonly coresPerCall: number;
  /** Time from the end of each question to the answer. */
  readonly latenciesMs: readonly number[];
}

const name = 'capacity';
/** Enough calls to share the work of the models, and few enough for a machine a third as fast. */
const callsPerCore = 4;
/** Calls start apart, as they do in practice, and all of them within a part of the time that each lasts. */
const startsWithinMs = 5_000;
const mostBetweenCallsMs = 250;
const questions = [
  'What are your opening hours?',
  'Where can I find you?',
  'How much does it cost?',
  'Can I come on Saturday morning?',
];
const questionsPerCall = 3;
/** Answers later than this make people ask whether anybody is there. */
const lateMs = 1_000;

/**
 * Holds calls in which the caller asks again as soon as an answer has ended, for about 20 seconds, and estimates how many
 * such calls this machine carries at once. Returns no check where the system does not tell the CPU time of a process.
 */
export async function checkCapacity(trial: CapacityTrial): Promise<Check[]> {
  const { server, cores } = trial;
  const before = await cpuSeconds(server.pid);
  if (before === undefined) return [];
  const calls = cores * callsPerCore;
  const speech = await trial.openSpeech();
  const shared = { speak: speech.speak.bind(speech), close: async () => {} };
  try {
    const reports = await Promise.all(
      startsMs(calls).map((startMs, nth) => wait(startMs).then(() => hold(nth, server, shared))),
    );
    const spent = ((await cpuSeconds(server.pid)) ?? before) - before;
    const callSeconds = reports.reduce((sum, { ending }) => sum + ending.atMs / 1000, 0);
    const latenciesMs = reports.flatMap(({ turns }) => turns.flatMap(({ latencyMs }) => latencyMs ?? []));
    return [capacityOf({ cores, calls, coresPerCall: spent / callSeconds, latenciesMs })];
  } catch (error) {
    if (!(error instanceof CliFault)) throw error;
    return [{ name, state: 'failed', detail: `one of ${calls} calls at once: ${error.message}`, advice: error.advice }];
  } finally {
    await speech.close();
  }
}

/** Says what a trial means for the machine. */
export function capacityOf({ cores, calls, coresPerCall, latenciesMs }: CapacityFigures): Check {
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const [median, late] = [0.5, 0.95].map((share) => sorted[Math.ceil(sorted.length * share) - 1]);
  if (median === undefined || late === undefined) {
    const advice = 'See the checks of a call above.';
    return { name, state: 'failed', detail: `no answer in ${calls} calls at once`, advice };
  }
  const cost = `${coresPerCall.toFixed(3)} of ${cores} cores for each`;
  const answers = `answers after ${Math.round(median)} ms, 19 of 20 within ${Math.round(late)} ms`;
  const trial = `measured with ${calls} calls: ${cost}, ${answers}`;
  if (late > lateMs) {
    const advice = 'This machine is slow or busy. Run doctor again when nothing else does, or set MAX_CALLS lower.';
    return { name, state: 'warning', detail: `fewer than ${calls} calls at once; ${trial}`, advice };
  }
  return { name, state: 'ok', detail: `about ${ratedCalls(cores, coresPerCall)} calls at once; ${trial}` };
}

/** Returns when each of the calls starts, so that all of them are held at once for a while. */
export function startsMs(calls: number): readonly number[] {
  const gapMs = Math.min(mostBetweenCallsMs, startsWithinMs / calls);
  return Array.from({ length: calls }, (_, nth) => nth * gapMs);
}

async function hold(nth: number, server: ServerAddress, speech: Speech): Promise<ConversationReport> {
  const lines = Array.from({ length: questionsPerCall }, (_, turn) => questions[(nth + turn) % questions.length]!);
  const args = readCallArguments(
    lines.flatMap((line) => ['--say', line]),
    server.baseUrl,
  );
  const { report } = await holdCall(args, { server, openSpeech: async () => speech, say: () => {} });
  return report;
}

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100;

/** Returns the CPU time of a process so far; undefined where the system has no `/proc`. */
async function cpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The program's name, in brackets, may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields?.[11], fields?.[12]].map(Number);
  if (user === undefined || system === undefined || Number.isNaN(user + system)) return undefined;
  return (user + system) / ticksPerSecond;
}
