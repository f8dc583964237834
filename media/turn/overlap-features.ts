import type { OverlapPhrases } from './overlap-phrases.ts';
import { type Heard, tokensOf, withoutFillers } from './overlap-tokens.ts';
import type { OverlapVocabulary } from './overlap-vocabulary.ts';

/** Inputs of the fitted model for words over a reply, by name. Lengths are bounded, so that no single one dominates. */
export type OverlapFeatures = Readonly<Record<string, number>>;

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Lower bound of a phrase's natural-log probability. */
const leastLog = -10;

/** Returns the features of final words with low confidence, for which phrases were tried. */
export function overlapFeatures(
  heard: Heard,
  speechMs: number,
  { vocabulary, phrases }: { readonly vocabulary: OverlapVocabulary; readonly phrases: OverlapPhrases },
): OverlapFeatures {
  const tokens = tokensOf(heard);
  const spokenTokens = withoutFillers(vocabulary, tokens);
  const confidences = spokenTokens.map(({ confidence }) => confidence);
  const has = (words: ReadonlySet<string>): number => (spokenTokens.some(({ text }) => words.has(text)) ? 1 : 0);
  const least = Math.min(...confidences, 1);
  const mean = confidences.reduce((sum, confidence) => sum + confidence, 0) / Math.max(1, spokenTokens.length);
  const isRepeated = repeats(tokens.map(({ text }) => text).filter((text) => !vocabulary.articles.has(text)));
  const { sign, interruption, exact } = phrases.weigh(heard.text, heard.likely ?? []);
  const distances = phrases.distances(heard.text);
  return {
    mean,
    least,
    all: heard.confidence,
    single: spokenTokens.length === 1 ? 1 : 0,
    words: bounded(spokenTokens.length, 0, 6),
    fillers: tokens.length === 0 ? 0 : 1 - spokenTokens.length / tokens.length,
    seconds: bounded(speechMs / 1000, 0, 2.5),
    command: has(vocabulary.commands),
    commandMean: has(vocabulary.commands) * mean,
    sure: has(vocabulary.sureCommands),
    question: has(vocabulary.questions),
    repeated: isRepeated ? 1 : 0,
    call: isRepeated ? has(vocabulary.calls) : 0,
    spelled: spokenTokens.length > 0 && spokenTokens.every(({ spelled }) => spelled) ? 1 : 0,
    misheard: vocabulary.endsAsFiller(heard.text) ? 1 : 0,
    sign: bounded(sign, leastLog, 0) - leastLog,
    interruption: bounded(interruption, leastLog, 0) - leastLog,
    exact: exact ? 1 : 0,
    soundsLikeSign: bounded(0.5 - distances.sign, 0, 0.5),
    soundsLikeInterruption: bounded(0.5 - distances.interruption, 0, 0.5),
  };
}

/** Returns whether the words are one phrase said two or three times. */
const repeats = (words: readonly string[]): boolean =>
  words.length > 0 &&
  [2, 3].some((times) => {
    const length = words.length / times;
    return Number.isInteger(length) && words.every((word, i) => word === words[i % length]);
  });
