import type { VirtualPracticeCall } from '../../media/call/practice/protocol.ts';
import { openPracticeModels, type PracticeModels } from '../../media/call/practice/virtual-models.ts';
import { talkVirtually } from '../../media/call/practice/virtual-talk.ts';
import type { BrainPlan } from '../../media/ports.ts';
import { customerPlanOf, type Snapshot } from '../../src/features/practice-runs/index.ts';
import { printTable, round } from '../table.ts';
import { injected, injectedErrors } from './injected.ts';
import { liveRuns } from './live.ts';

export interface VoiceBenchOptions {
  readonly modelsDir: string;
  readonly plan: BrainPlan;
  readonly snapshots: readonly Snapshot[];
  /** Runs in real time at once; none for 0. */
  readonly live: number;
  readonly env: NodeJS.ProcessEnv;
}

const lines = ['clear', 'noisy', 'poor'] as const;
const speakers = ['daniel', 'maya', 'leo', 'victor'] as const;
const paces = [0.85, 1, 1.2] as const;
const allowedMs = 20;
const leastSpeed = 3;
const worstLiveMs = 1500;

/** Prints tables; the answer is what to write, and whether all goals are met. */
export async function voiceFigures(options: VoiceBenchOptions) {
  const live = options.live === 0 ? undefined : await liveRuns(options.live, options.env);
  const models = await openPracticeModels({ modelsDir: options.modelsDir, providers: ['cpu'] });
  try {
    const errors = await injectedErrors(models, [1, 2, 3]);
    const virtual = await virtualRuns(models, options);
    const speed = Math.min(virtual.alone.speed, virtual.together.speed);
    const isExact = errors.every(
      ({ latencyMs, yieldMs, overlapMs }) => Math.max(latencyMs, yieldMs, overlapMs) <= allowedMs,
    );
    const isLive =
      live === undefined ||
      (live.completed === live.runs && live.mostAtOnce === live.runs && live.latencyMs.worstP95 <= worstLiveMs);
    const verdict = (isMet: boolean): string => (isMet ? 'PASS' : 'FAIL');
    printTable(
      ['figure', 'value', 'goal', 'verdict'],
      [
        ...(live === undefined
          ? []
          : [
              [
                'runs in real time at once',
                `${live.completed} of ${live.runs} completed, ${live.mostAtOnce} at once`,
                'all',
                verdict(isLive),
              ],
              [
                'their latency: median run, worst 95th percentile, ms',
                `${live.latencyMs.median}, ${live.latencyMs.worstP95}`,
                `${worstLiveMs}`,
                '',
              ],
            ]),
        [
          'virtual time, one run: times real time',
          round(virtual.alone.speed, 1),
          leastSpeed,
          verdict(virtual.alone.speed >= leastSpeed),
        ],
        [
          'virtual time, four at once: times real time, together',
          round(virtual.together.speed, 1),
          leastSpeed,
          verdict(speed >= leastSpeed),
        ],
        ['the same seed again', virtual.isSame ? 'same samples' : 'differs', 'same samples', verdict(virtual.isSame)],
      ],
    );
    printTable(
      ['injected', 'over', 'times', 'largest error, ms', 'allowed, ms'],
      errors.flatMap(({ over, answers, interruptions, latencyMs, yieldMs, overlapMs }) => [
        [`latency ${injected.answerMs} ms`, over, answers, latencyMs, allowedMs],
        [`yield ${injected.yieldMs} ms`, over, interruptions, yieldMs, allowedMs],
        ['overlap of an interruption', over, interruptions, round(overlapMs, 1), allowedMs],
      ]),
    );
    printTable(
      ['line or voice', 'runs', 'words', 'word error rate', 'satisfied'],
      virtual.words.map(({ name, runs, words, rate, satisfied }) => [name, runs, words, round(rate, 3), satisfied]),
    );
    const goals = { isExact, isFast: speed >= leastSpeed, isSame: virtual.isSame, isLive };
    return { figures: { live, errors, virtual, goals }, isMet: Object.values(goals).every(Boolean) };
  } finally {
    await models.close();
  }
}

type Talk = Awaited<ReturnType<typeof talkVirtually>>;

async function virtualRuns(models: PracticeModels, { plan, snapshots }: VoiceBenchOptions) {
  const play = (index: number, change: Partial<VirtualPracticeCall> = {}, pace = 1): Promise<Talk> => {
    const snapshot = snapshots[index % snapshots.length] as Snapshot;
    const customer = customerPlanOf(snapshot, index);
    const call: VirtualPracticeCall = {
      session: {
        ...{
          kind: 'simulation',
          callUuid: `bench:${index}`,
          direction: 'inbound',
          dialect: 'browser',
          from: '',
          to: '',
        },
        ...{ flowUuid: 'bench', brain: plan, voice: { speaker: 'ava' }, turn: { allowInterruptions: true } },
        limits: { maxCallSeconds: 600, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
      },
      customer: { ...customer, habits: { ...customer.habits, pace } },
      ...{ agentOpens: true, voice: { speaker: 'daniel' }, line: 'clear', ...change },
      startsAtMs: Date.parse('2026-01-05T10:00:00.000Z'),
    };
    return talkVirtually(call, { models, tools: async () => ({ ok: true, result: '' }) }, new AbortController().signal);
  };
  // The first run opens what the models open when they are first used.
  const first = await play(0);
  const alone = await timed(() => play(0).then((talk) => [talk]));
  const together = await timed(() => Promise.all(snapshots.map((_, index) => play(index)).concat(play(0))));
  const sets = [
    ...lines.map((line) => ({ name: `${line} line`, talks: snapshots.map((_, at) => () => play(at, { line })) })),
    ...speakers.map((speaker) => ({
      name: `voice ${speaker}`,
      talks: snapshots.map((_, at) => () => play(at, { voice: { speaker } })),
    })),
    ...paces.map((pace) => ({ name: `pace ${pace}`, talks: snapshots.map((_, at) => () => play(at, {}, pace)) })),
  ];
  const words = [];
  for (const { name, talks } of sets) words.push({ name, ...wordsOf(await Promise.all(talks.map((talk) => talk()))) });
  return {
    alone: alone.figures,
    together: together.figures,
    isSame: [alone.talks[0], together.talks.at(-1)].every((talk) => JSON.stringify(talk) === JSON.stringify(first)),
    words,
  };
}

async function timed(play: () => Promise<Talk[]>) {
  const startMs = performance.now();
  const talks = await play();
  const seconds = (performance.now() - startMs) / 1000;
  const callSeconds = talks.reduce((sum, { metrics }) => sum + metrics.duration_ms / 1000, 0);
  return { talks, figures: { runs: talks.length, callSeconds, seconds, speed: callSeconds / seconds } };
}

function wordsOf(talks: readonly Talk[]) {
  const counted = talks.map(({ lines: said, metrics }) => ({
    words: said
      .filter(({ speaker }) => speaker === 'customer')
      .reduce((sum, { text }) => sum + text.split(/\s+/).length, 0),
    rate: metrics.word_error_rate ?? 0,
  }));
  const words = counted.reduce((sum, one) => sum + one.words, 0);
  return {
    ...{ runs: talks.length, words },
    rate: counted.reduce((sum, one) => sum + one.rate * one.words, 0) / Math.max(1, words),
    satisfied: talks.filter(({ end }) => end === 'satisfied').length,
  };
}
