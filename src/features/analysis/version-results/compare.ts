import {
  differenceBetween,
  leastForDifference,
  type Moments,
  meanInterval,
  momentsOf,
  momentsOfShare,
  wilsonOf,
} from '../../../statistics/index.ts';
import type { CountedCalls, Sums } from './store.ts';

/** What is known of the calls with one version. */
export interface Arm {
  readonly version: number;
  readonly counted: CountedCalls;
  readonly scores: Sums;
  readonly tokens: Sums;
  readonly costs: Sums;
}

type Measured = { readonly hits: number; readonly count: number } | Sums;

interface Measure {
  readonly name: 'outcome' | 'score' | 'sentiment' | 'length' | 'latency' | 'tokens' | 'cost';
  readonly of: (arm: Arm) => Measured;
  /** What is said of the version with the higher value, and of the one with the lower. */
  readonly more: string;
  readonly less: string;
}

const measures: readonly Measure[] = [
  {
    name: 'outcome',
    of: ({ counted }) => ({ hits: counted.successful, count: counted.analysed }),
    more: 'reaches a successful outcome more often',
    less: 'reaches a successful outcome less often',
  },
  { name: 'score', of: ({ scores }) => scores, more: 'has higher scores', less: 'has lower scores' },
  {
    name: 'sentiment',
    of: ({ counted }) => ({ hits: counted.positive, count: counted.withSentiment }),
    more: 'has more positive callers',
    less: 'has fewer positive callers',
  },
  { name: 'length', of: ({ counted }) => counted.seconds, more: 'has longer calls', less: 'has shorter calls' },
  { name: 'latency', of: ({ counted }) => counted.latencyMs, more: 'replies later', less: 'replies sooner' },
  { name: 'tokens', of: ({ tokens }) => tokens, more: 'uses more tokens', less: 'uses fewer tokens' },
  { name: 'cost', of: ({ costs }) => costs, more: 'costs more', less: 'costs less' },
];

const momentsIn = (measured: Measured): Moments | undefined =>
  'hits' in measured
    ? momentsOfShare(measured.hits, measured.count)
    : momentsOf(measured.count, measured.sum, measured.squares);

/** Compares two versions in every measure, and says in a sentence whether they differ. */
export function compareArms(first: Arm, second: Arm) {
  const compared = measures.map((measure) => {
    const [before, after] = [measure.of(first), measure.of(second)];
    const [firstMoments, secondMoments] = [momentsIn(before), momentsIn(after)];
    const difference =
      firstMoments && secondMoments && differenceBetween(firstMoments, secondMoments, { measures: measures.length });
    return {
      measure,
      version: armValue(before),
      other_version: armValue(after),
      difference: difference
        ? { value: difference.difference, low: difference.low, high: difference.high, is_real: difference.isReal }
        : null,
    };
  });
  return {
    arms: [first, second].map(({ version, counted }) => ({ version, calls: counted.calls })),
    measures: compared.map(({ measure, ...values }) => ({ measure: measure.name, ...values })),
    sentence: sentenceOf(first, second, compared),
  };
}

function armValue(measured: Measured) {
  const moments = momentsIn(measured);
  if (moments === undefined) return null;
  const { count, mean } = moments;
  const interval = 'hits' in measured ? wilsonOf(measured.hits, count) : meanInterval(moments);
  return { count, value: mean, low: interval?.[0] ?? null, high: interval?.[1] ?? null };
}

interface Compared {
  readonly measure: Measure;
  readonly difference: { readonly value: number; readonly is_real: boolean } | null;
}

function sentenceOf(first: Arm, second: Arm, compared: readonly Compared[]): string {
  const calls = ({ version, counted }: Arm): string =>
    `version ${version} has ${counted.calls} finished ${counted.calls === 1 ? 'call' : 'calls'}`;
  if (compared.every(({ difference }) => difference === null))
    return `Too few calls to compare: ${calls(first)} and ${calls(second)}. At least ${leastForDifference} of each are needed.`;
  const real = compared.filter(({ difference }) => difference?.is_real === true);
  if (real.length === 0)
    return `No difference is certain yet: ${calls(first)} and ${calls(second)}. What differs may be chance.`;
  const parts = real.map(({ measure, difference }) => ((difference?.value ?? 0) > 0 ? measure.more : measure.less));
  return `The difference is real: version ${second.version} ${listOf(parts)} than version ${first.version}.`;
}

const listOf = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
