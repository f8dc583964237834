import type { Analyst } from '../../analysis/analyst.ts';
import type { DraftScenario } from '../../features/coaching/scenario-drafts/index.ts';
import type { ReadPractice } from '../../features/coaching/simulations/index.ts';
import type { Log } from '../../log.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../threads/index.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { conversationWork } from './conversation-work.ts';

export interface AnalysisModuleOptions {
  readonly log: Log;
  readonly threads?: Partial<ThreadPoolOptions>;
}

/**
 * One organisation occupies one thread at most, so that another one never waits for it. The queue is limited in
 * characters, because that is what waiting requests hold in memory.
 */
const standard: Omit<ThreadPoolOptions, 'onEnded'> = {
  module: new URL('./conversation-thread.js', import.meta.url),
  threads: 2,
  limits: { waiting: 64_000_000, waitingOfOne: 16_000_000, takenOfOne: 1 },
  limitMs: 20_000,
  heapMb: 256,
  idleMs: 60_000,
};

/** Opens the threads that analyse, redact and judge conversations. */
export function openAnalysisModule({ log, threads }: AnalysisModuleOptions) {
  const pool = createThreadPool<typeof conversationWork>({
    ...standard,
    onEnded: (reason) => log.warn({ reason }, 'ended a thread that analyses conversations'),
    ...threads,
  });
  const analyst: Analyst = {
    analyse: ({ transcript, ...request }, options) =>
      pool.run(
        'analyse',
        { ...request, transcript: withoutWords(transcript) },
        { ...options, weight: weightOf(transcript) },
      ),
    openQuestions: ({ transcript, ...request }, options) =>
      pool.run(
        'openQuestions',
        { ...request, transcript: withoutWords(transcript) },
        { ...options, weight: weightOf(transcript) },
      ),
    redactTurns: (turns, options) => pool.run('redactTurns', turns, { ...options, weight: weightOf(turns) }),
  };
  const readPractice: ReadPractice = (practice, options) =>
    pool.run('readPractice', practice, { ...options, weight: weightOf(practice.turns) });
  const draftScenario: DraftScenario = (call, options) =>
    pool.run('draftScenario', call, { ...options, weight: weightOf(call.transcript) });
  return { analyst, readPractice, draftScenario, close: pool.close };
}

/** Least weight of a piece of work, in characters. */
const leastWeight = 4000;
const weightOf = (transcript: Transcript): number =>
  transcript.reduce((sum, { text }) => sum + text.length, leastWeight);

/** The analysis reads texts only, and the times of words may be larger than the words. */
const withoutWords = (transcript: Transcript): Transcript => transcript.map((turn) => ({ ...turn, words: [] }));

export type AnalysisModule = ReturnType<typeof openAnalysisModule>;
