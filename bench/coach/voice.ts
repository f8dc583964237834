import type { VirtualPracticeCall } from '../../media/call/practice/protocol.ts';
import { openPracticeModels, type PracticeModels } from '../../media/call/practice/virtual-models.ts';
import { talkVirtually } from '../../media/call/practice/virtual-talk.ts';
import type { AgentPlan } from '../../media/ports.ts';
import { customerPlanOf, type Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import { printTable, round } from '../table.ts';
import { injected, injectedErrors } from './injected.ts';
import { liveRuns } from './live.ts';

interface PlayOptions {
  readonly plan: AgentPlan;
  readonly snapshots: readonly Snapshot[];
}

export interface VoiceBenchOptions extends PlayOptions {
  readonly modelsDir: string;
  /** Number of simultaneous real-time runs; none if 0. */
  readonly live: number;
  readonly env: NodeJS.ProcessEnv;
}

const lines = ['clear', 'noisy', 'poor'] as const;
const speakers = ['maya', 'leo', 'victor'] as const;
const paces = [0.85, 1.2] as const;
const allowedMs = 20;
const leastSpeed = 3;
const worstLiveMs = 1500;

/** Prints tables. Returns the data to write and whether all goals are met. */
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
    const goals = { isExact, isFast: speed >= leastSpeed, isSame: virtual.isSame, isLive };
    return { figures: { live, errors, virtual, goals }, isMet: Object.values(goals).every(Boolean) };
  } finally {
    await models.close();
  }
}

type Talk = Awaited<ReturnType<typeof talkVirtually>>;

function playerOf(models: PracticeModels, { plan, snapshots }: PlayOptions) {
  return (index: number, change: Partial<VirtualPracticeCall> = {}, pace = 1): Promise<Talk> => {
    const snapshot = snapshots[index % snapshots.length] as Snapshot;
    const customer = customerPlanOf(snapshot, index);
    const call: VirtualPracticeCall = {
      session: {
        kind: 'simulation',
        callUuid: `bench:${index}`,
        direction: 'inbound',
        dialect: 'browser',
        from: '',
        to: '',
        flowUuid: 'bench',
        brain: plan,
        voice: { speaker: 'ava' },
        turn: { allowInterruptions: true },
        limits: { maxCallSeconds: 600, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
      },
      customer: { ...customer, habits: { ...customer.habits, pace } },
      agentOpens: true,
      voice: { speaker: 'daniel' },
      line: 'clear',
      ...change,
      startsAtMs: Date.parse('2026-01-05T10:00:00.000Z'),
    };
    return talkVirtually(
      call,
      { models, answers: { tool: async () => ({ ok: true, result: '' }), handOver: async () => undefined } },
      new AbortController().signal,
    );
  };
}

async function virtualRuns(models: PracticeModels, options: PlayOptions) {
  const play = playerOf(models, options);
  // The first run initialises what models load on first use.
  const first = await play(0);
  const alone = await timed(() => play(0).then((talk) => [talk]));
  const together = await timed(() => Promise.all([1, 2, 3, 0].map((index) => play(index))));
  return {
    alone: alone.figures,
    together: together.figures,
    isSame: [alone.talks[0], together.talks.at(-1)].every((talk) => talk !== undefined && isSameTalk(talk, first)),
  };
}

/** Measures word errors by the customer's line, voice and pace; independent of machine load. */
export async function wordFigures({ modelsDir, ...options }: PlayOptions & { readonly modelsDir: string }) {
  const models = await openPracticeModels({ modelsDir, providers: ['cpu'] });
  try {
    const play = playerOf(models, options);
    const all = options.snapshots.map((_, index) => index);
    const sets = [
      ...lines.map((line) => ({ name: `${line} line`, play: (at: number) => play(at, { line }) })),
      ...speakers.map((speaker) => ({
        name: `voice ${speaker}`,
        play: (at: number) => play(at, { voice: { speaker } }),
      })),
      ...paces.map((pace) => ({ name: `pace ${pace}`, play: (at: number) => play(at, {}, pace) })),
    ];
    const words: (ReturnType<typeof wordsOf> & { readonly name: string })[] = [];
    for (const set of sets) words.push({ name: set.name, ...wordsOf(await Promise.all(all.map(set.play))) });
    printTable(
      ['line or voice', 'runs', 'words', 'word error rate', 'satisfied'],
      words.map(({ name, runs, words: said, rate, satisfied }) => [name, runs, said, round(rate, 3), satisfied]),
    );
    return words;
  } finally {
    await models.close();
  }
}

const isSameTalk = ({ wav, ...rest }: Talk, { wav: otherWav, ...other }: Talk): boolean =>
  Buffer.compare(wav, otherWav) === 0 && JSON.stringify(rest) === JSON.stringify(other);

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
    runs: talks.length,
    words,
    rate: counted.reduce((sum, one) => sum + one.rate * one.words, 0) / Math.max(1, words),
    satisfied: talks.filter(({ end }) => end === 'satisfied').length,
  };
}
