import { vectorSize, voiceSimilarity } from './voice-encoder.ts';

/** A stretch of speech without a pause, with its voice vector. */
export interface VoiceRun {
  readonly startMs: number;
  readonly endMs: number;
  /** Unit vector. */
  readonly vector: Float32Array;
}

export interface VoiceSpan {
  readonly startMs: number;
  readonly endMs: number;
  /** 0 is the voice that speaks first. */
  readonly voice: 0 | 1;
  /** From 0.5 to 1. */
  readonly confidence: number;
}

/**
 * Two clusters of one person's runs usually have means more similar than this. With 20 s of speech: in 14 of 17
 * one-sided recordings, against 5 of 27 dialogues of synthetic voices and none of 43 of people. Means of little speech
 * scatter, so those of one person may be 0.67 alike with 9 s, and 0.78 with 20 s.
 */
const oneVoice: readonly { readonly belowMs: number; readonly similarity: number }[] = [
  { belowMs: 9000, similarity: 0.66 },
  { belowMs: 20_000, similarity: 0.77 },
  { belowMs: Number.POSITIVE_INFINITY, similarity: 0.91 },
];
/**
 * Exponents by which short runs lose weight. Their vectors scatter, so they say little about whether there are two
 * voices; assigning runs to voices works better with all of them.
 */
const shortness = { whether: 3, who: 1 } as const;
const iterations = 20;
/** Runs longer than this carry no more weight. */
const fullMs = 2500;
const leastMs = 300;
/** Prior probability that a run has another voice than the previous one. */
const switches = 0.25;
/** Log-odds of a full-length run that coincides with one of the two means. */
const certain = 5;

/**
 * Assigns each run to one of two voices: clusters the runs, then smooths with a hidden Markov model (forward-backward).
 * Returns undefined for a single voice, or too little speech.
 */
export function twoVoices(runs: readonly VoiceRun[]): VoiceSpan[] | undefined {
  const heard = runs.filter(({ vector }) => vector.some((value) => value !== 0));
  if (heard.length < 2) return undefined;
  const means = clusters(heard);
  if (means === undefined) return undefined;
  const [a, b] = means;
  const half = (1 - voiceSimilarity(a, b)) / 2;
  const odds = heard.map(({ vector, startMs, endMs }) => {
    const margin = (voiceSimilarity(vector, a) - voiceSimilarity(vector, b)) / (2 * half);
    return certain * margin * weightOf({ startMs, endMs });
  });
  const shares = smoothed(odds);
  const isFirst = (shares[0] as number) >= 0.5;
  return heard.map(({ startMs, endMs }, index) => {
    const share = shares[index] as number;
    const voice = share >= 0.5 === isFirst ? 0 : 1;
    return { startMs, endMs, voice, confidence: Math.max(share, 1 - share) };
  });
}

/**
 * Similarity between halves of clips of one person: 0.846 or more; of two people: 0.838 or less, except two of 44
 * pairs.
 */
const oneClip = 0.82;
/**
 * Limits for shorter clips, by the number of windows (0.8 s apart): parts of a few words scatter more. Of 6 s clips of
 * one person, 11 % are below 0.82.
 */
const shortClips: readonly { readonly windowsBelow: number; readonly oneClip: number }[] = [
  { windowsBelow: 9, oneClip: 0.76 },
  { windowsBelow: 14, oneClip: 0.79 },
];
/** A smaller part of a clip may be noise. */
const leastShare = 0.15;

/**
 * Returns whether the windows of a clip are of two people. When that is not sure, as in short clips, one voice is
 * assumed.
 */
export function soundsLikeTwo(windows: readonly Float32Array[]): boolean {
  const heard = windows.filter((vector) => vector.some((value) => value !== 0));
  const halves = halvesOf(
    heard.map((vector) => ({ startMs: 0, endMs: fullMs, vector })),
    1,
  );
  if (halves === undefined) return false;
  const first = halves.sides.filter((side) => side).length;
  const share = Math.min(first, heard.length - first) / heard.length;
  const limit = shortClips.find(({ windowsBelow }) => heard.length < windowsBelow)?.oneClip ?? oneClip;
  return share >= leastShare && voiceSimilarity(...halves.means) < limit;
}

const weightOf = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): number =>
  Math.sqrt(Math.min(fullMs, Math.max(leastMs, endMs - startMs)) / fullMs);

/** Returns the mean directions of two clusters, or undefined if they are as similar as those of one person. */
function clusters(runs: readonly VoiceRun[]): Halves['means'] | undefined {
  const sure = halvesOf(runs, shortness.whether);
  const spokenMs = runs.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const limit = oneVoice.find(({ belowMs }) => spokenMs < belowMs)?.similarity ?? 1;
  if (sure === undefined || voiceSimilarity(...sure.means) > limit) return undefined;
  return halvesOf(runs, shortness.who)?.means;
}

/** Runs divided by voice: the mean direction of each side, and which runs are on the first. */
interface Halves {
  readonly means: readonly [Float32Array, Float32Array];
  readonly sides: readonly boolean[];
}

/** Divides runs into the two groups that differ most, whether or not they are two voices. */
function halvesOf(runs: readonly VoiceRun[], power: number): Halves | undefined {
  const weights = runs.map((run) => weightOf(run) ** (2 * power));
  const axis = widest(runs, weights);
  let sides = runs.map(({ vector }) => dot(vector, axis.direction) > axis.middle);
  let means = meansOf(runs, weights, sides);
  for (let round = 0; round < iterations; round += 1) {
    const [a, b] = means;
    if (a === undefined || b === undefined) return undefined;
    const next = runs.map(({ vector }) => dot(vector, a) > dot(vector, b));
    const isSettled = next.every((side, index) => side === sides[index]);
    sides = next;
    means = meansOf(runs, weights, sides);
    if (isSettled) break;
  }
  const [a, b] = means;
  return a === undefined || b === undefined ? undefined : { means: [a, b], sides };
}

/** Returns the direction of greatest variance, by power iteration. */
function widest(runs: readonly VoiceRun[], weights: readonly number[]) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = new Float64Array(vectorSize);
  for (const [index, { vector }] of runs.entries()) addTo(mean, vector, (weights[index] as number) / total);
  let direction = Float64Array.from(runs[0]?.vector ?? [], (value, k) => value - (mean[k] as number));
  for (let round = 0; round < iterations; round += 1) {
    const next = new Float64Array(vectorSize);
    for (const [index, { vector }] of runs.entries()) {
      const along = dot(vector, direction) - dot(mean, direction);
      addTo(next, vector, along * (weights[index] as number));
      addTo(next, mean, -along * (weights[index] as number));
    }
    const length = Math.sqrt(dot(next, next));
    if (length === 0) break;
    direction = next.map((value) => value / length);
  }
  return { direction, middle: dot(mean, direction) };
}

function meansOf(runs: readonly VoiceRun[], weights: readonly number[], sides: readonly boolean[]) {
  return [true, false].map((side) => {
    const sum = new Float64Array(vectorSize);
    for (const [index, { vector }] of runs.entries())
      if (sides[index] === side) addTo(sum, vector, weights[index] as number);
    const length = Math.sqrt(dot(sum, sum));
    return length === 0 ? undefined : Float32Array.from(sum, (value) => value / length);
  });
}

/** Returns the probability of the first voice for each run, given its neighbours. */
function smoothed(odds: readonly number[]): number[] {
  const likely = odds.map((value) => 1 / (1 + Math.exp(-value)));
  const pass = (values: readonly number[]): number[] => {
    let before = 0.5;
    return values.map((value) => {
      const prior = before * (1 - switches) + (1 - before) * switches;
      before = (prior * value) / (prior * value + (1 - prior) * (1 - value));
      return prior;
    });
  };
  const forward = pass(likely);
  const backward = pass(likely.toReversed()).toReversed();
  return likely.map((value, index) => {
    const [from, to] = [forward[index] as number, backward[index] as number];
    const yes = from * to * value;
    const no = (1 - from) * (1 - to) * (1 - value);
    return yes / (yes + no);
  });
}

type Numbers = Float32Array | Float64Array;

function dot(a: Numbers, b: Numbers): number {
  let sum = 0;
  for (let index = 0; index < vectorSize; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function addTo(sum: Float64Array, vector: Numbers, factor: number): void {
  for (let index = 0; index < vectorSize; index += 1)
    sum[index] = (sum[index] as number) + factor * (vector[index] as number);
}
