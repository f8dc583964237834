import type { CallEvent } from '../../../../media/ports.ts';
import { type Histogram, histogramOf, sumOf } from './histogram.ts';

export const stages = ['total', 'endpoint', 'recognition', 'agent', 'synthesis', 'queue', 'network'] as const;
export type Stage = (typeof stages)[number];

/** Quality of an agent's calls. */
export interface Quality {
  readonly calls: number;
  readonly turns: number;
  /** Number of replies that the caller interrupted. */
  readonly interruptions: number;
  /** Number of times that speech over a reply did not interrupt it. */
  readonly backchannels: number;
  /** Number of callers' words with a confidence; `confidenceSum` is the sum. */
  readonly words: number;
  readonly confidenceSum: number;
  readonly latencies: Readonly<Record<Stage, Histogram>>;
}

export type QualityEvent = Extract<CallEvent, { type: 'turn' | 'barge_in' | 'backchannel' | 'line' }>;
export const qualityEvents = ['turn', 'barge_in', 'backchannel', 'line'] as const satisfies QualityEvent['type'][];

/** Computes the quality of one call. Speech over a person’s words is not counted. */
export function qualityOf(all: readonly QualityEvent[]): Quality {
  const persons = all.flatMap((event) => (event.type === 'line' && event.line.spokenBy ? [event.line] : []));
  const events = all.filter(
    (event) =>
      !('onsetMs' in event) ||
      !persons.some(({ startMs, endMs }) => event.onsetMs >= startMs && event.onsetMs <= endMs),
  );
  const turns = events.filter((event) => event.type === 'turn');
  const confidences = events.flatMap((event) =>
    event.type === 'line' && event.line.speaker === 'customer'
      ? event.line.words.flatMap(({ confidence }) => confidence ?? [])
      : [],
  );
  const count = (type: QualityEvent['type']): number => events.filter((event) => event.type === type).length;
  return {
    calls: 1,
    turns: turns.length,
    interruptions: count('barge_in'),
    backchannels: count('backchannel'),
    words: confidences.length,
    confidenceSum: confidences.reduce((sum, confidence) => sum + confidence, 0),
    latencies: byStage((stage) => histogramOf(turns.map(({ latency }) => latency[stage]))),
  };
}

export function togetherOf(all: readonly Quality[]): Quality {
  const sum = (of: (quality: Quality) => number): number => all.reduce((total, quality) => total + of(quality), 0);
  return {
    calls: sum(({ calls }) => calls),
    turns: sum(({ turns }) => turns),
    interruptions: sum((each) => each.interruptions),
    backchannels: sum((each) => each.backchannels),
    words: sum(({ words }) => words),
    confidenceSum: sum((each) => each.confidenceSum),
    latencies: byStage((stage) => sumOf(all.map(({ latencies }) => latencies[stage]))),
  };
}

const byStage = <T>(of: (stage: Stage) => T): Record<Stage, T> =>
  Object.fromEntries(stages.map((stage) => [stage, of(stage)])) as Record<Stage, T>;
