import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import { patternOf } from '../../media/language/match.ts';
import type { ReadTurn } from './conversation.ts';
import { moodOf, valenceOf } from './valence.ts';

const negated = patternOf(({ analysis }) => analysis?.satisfaction.negated);

/** Sentiment of one customer turn, -1 (dissatisfied) to 1. */
export interface Felt {
  readonly turn: ReadTurn;
  readonly score: number;
}

/** Hand-set weights: first the words' own sentiment, then conversational events. */
const weights = {
  valence: 0.45,
  complaint: -0.5,
  repeats: -0.3,
  corrects: -0.25,
  asksForPerson: -0.35,
  leaves: -0.2,
  afterFailure: -0.25,
  agentRepeats: -0.25,
  thanks: 0.12,
  accepts: 0.12,
  done: 0.15,
} as const;

const patterns = compiled(analysisWords.satisfaction);

const likeness = (a: ReadTurn, b: ReadTurn): number => {
  const stems = new Set(a.sentences.flatMap((sentence) => sentence.stems));
  const others = new Set(b.sentences.flatMap((sentence) => sentence.stems));
  if (stems.size < 2 || others.size < 2) return 0;
  const common = [...stems].filter((stem) => others.has(stem)).length;
  return common / Math.min(stems.size, others.size);
};
/** Word overlap at which one turn counts as a repetition of another. */
const alike = 0.75;
/** Number of the same side's previous turns checked for repetition. */
const memory = 3;

/** Scores each customer turn by its words and by the agent's previous turn. */
export function feltIn(turns: readonly ReadTurn[]): Felt[] {
  const theirs = turns.filter(({ speaker, words }) => speaker === 'customer' && words.length > 0);
  return theirs.map((turn, place): Felt => {
    const text = moodOf(turn.text);
    const agent = turns.slice(0, turn.index).filter(({ speaker }) => speaker === 'agent');
    const before = agent.at(-1);
    const isRepeated = theirs.slice(Math.max(0, place - memory), place).some((each) => likeness(each, turn) >= alike);
    const agentRepeats =
      before !== undefined && agent.slice(-1 - memory, -1).some((each) => likeness(each, before) >= alike);
    const isFailed = before !== undefined && patterns.failure.test(before.text);
    const isDone = before !== undefined && !isFailed && patterns.done.test(before.text);
    const signs: readonly (readonly [boolean, number])[] = [
      [patterns.complaint.test(text), weights.complaint],
      [isRepeated, weights.repeats],
      [patterns.corrects.test(text), weights.corrects],
      [patterns.asksForPerson.test(text), weights.asksForPerson],
      [patterns.leaves.test(text), weights.leaves],
      [isFailed, weights.afterFailure],
      [agentRepeats, weights.agentRepeats],
      [patterns.thanks.test(text), weights.thanks],
      [patterns.accepts.test(text) && !negated.test(text), weights.accepts],
      [isDone, weights.done],
    ];
    const sum = signs.reduce((all, [isThere, weight]) => all + (isThere ? weight : 0), 0);
    return { turn, score: Math.max(-1, Math.min(1, sum + weights.valence * valenceOf(text))) };
  });
}

/** Returns the mean over the turns, with later turns weighted more. */
export function overallOf(felt: readonly Felt[]): number {
  const fading = 0.85;
  let [sum, all] = [0, 0];
  for (const [place, { score, turn }] of felt.toReversed().entries()) {
    const weight = fading ** place * Math.min(1, 0.4 + turn.words.length / 10);
    sum += weight * score;
    all += weight;
  }
  return all === 0 ? 0 : sum / all;
}

/** Minimum difference between the means before and after a turning point. */
const leastChange = 0.3;

/** Returns the turn that best splits the conversation into two levels, if they differ by at least `leastChange`. */
export function changeIn(felt: readonly Felt[]): { readonly at: Felt; readonly isWorse: boolean } | undefined {
  if (felt.length < 4) return undefined;
  const mean = (part: readonly Felt[]): number => part.reduce((sum, { score }) => sum + score, 0) / part.length;
  let best: { index: number; gain: number; change: number } | undefined;
  for (let index = 2; index <= felt.length - 2; index += 1) {
    const change = mean(felt.slice(index)) - mean(felt.slice(0, index));
    const gain = (index * (felt.length - index) * change * change) / felt.length;
    if (best === undefined || gain > best.gain) best = { index, gain, change };
  }
  const at = best === undefined ? undefined : felt[best.index];
  if (best === undefined || at === undefined || Math.abs(best.change) < leastChange) return undefined;
  return { at, isWorse: best.change < 0 };
}
