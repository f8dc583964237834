import { soundOf, unlikeness } from '../text/sounds-like.ts';
import type { Revise, Revision } from './decoder.ts';
import type { Vocabulary } from './vocabulary.ts';
import { groupTokens } from './words.ts';

interface KeyTerm {
  readonly text: string;
  readonly words: number;
  readonly sound: string;
  readonly tokens: readonly number[];
}

/** Terms with fewer sounds resemble too many words. */
const LEAST_SOUNDS = 4;
/** Words that are further from a term do not call for a trial, and are not tried as the term. */
const MOST_UNLIKE = { mayBe: 0.44, is: 0.4 } as const;
/**
 * Natural-log probability that words must lack for a trial, more if they sound less alike. 2 or 3 of 60 recorded
 * prompts without a name reach it, with 35 names of an agent; a single doubtful token alone is in 48 of them.
 */
const DOUBT = { base: 1, perUnlikeness: 4 } as const;
const noDoubt = { base: 0, perUnlikeness: 0 } as const;
/** A name is often heard as more words, and seldom as fewer. */
const MORE_WORDS = 2;
/** Words of which each token is likelier than this are certain. */
const CERTAIN = 0.8;
/** Bounds the work of a decode, in tokens beside those that it has. */
const MOST_TRIED = 8;
/** An utterance with more tokens costs too much to weigh again. */
const MOST_TOKENS = 60;
/** Each name in the preceding text takes time. */
const MOST_SUSPECTS = 6;
/** Lists of names that are kept in tokens: a list takes 20 ms to convert, and the calls of a thread take turns. */
const MOST_LISTS = 32;
/**
 * Natural-log probability that a name may lose against the words heard: the model has seldom seen its tokens, and words
 * that sound less alike must be likelier. Names said in 28 sentences of two built-in voices lost 0 to 15; names tried
 * for the words of 87 sentences without any lost at least 4 more than this.
 */
const ALLOWANCE = { base: 3, perToken: 1.2, most: 8.5, perUnlikeness: 14 } as const;

/** Names that doubtful words may be. */
export interface Suspects {
  /** Tokens of the names as preceding text. */
  readonly context: readonly number[];
  readonly revise: Revise;
}

export interface KeyTerms {
  /** Returns the names that doubtful words sound like; undefined if there are none, so that no second decode helps. */
  suspects(decoded: Parameters<Revise>[0]): Suspects | undefined;
}

/** Returns a function that prepares a list of names; undefined if the model knows all of them. Recent lists are cached. */
export function createKeyTerms(vocabulary: Vocabulary): (terms: readonly string[]) => KeyTerms | undefined {
  const lists = new Map<string, KeyTerms | undefined>();
  return (texts) => {
    if (texts.length === 0) return undefined;
    const key = texts.join('\n');
    const terms = lists.has(key) ? lists.get(key) : prepared(read(texts, vocabulary), vocabulary);
    // The list that was used least recently is the first.
    lists.delete(key);
    lists.set(key, terms);
    if (lists.size > MOST_LISTS) lists.delete(lists.keys().next().value as string);
    return terms;
  };
}

function prepared(terms: readonly KeyTerm[], vocabulary: Vocabulary): KeyTerms | undefined {
  if (terms.length === 0) return undefined;
  const [comma = [], stop = []] = vocabulary.tokens([',', '.']);
  return {
    suspects(decoded) {
      const trials = trialsOf(decoded, { terms, vocabulary, mostUnlike: MOST_UNLIKE.mayBe, doubt: DOUBT });
      const suspects = [...new Set(trials.map(({ term }) => term))].slice(0, MOST_SUSPECTS);
      if (suspects.length === 0) return undefined;
      return {
        context: [...suspects.flatMap(({ tokens }, i) => [...(i === 0 ? [] : comma), ...tokens]), ...stop],
        revise: (text) =>
          trialsOf(text, { terms: suspects, vocabulary, mostUnlike: MOST_UNLIKE.is, doubt: noDoubt }).slice(
            0,
            MOST_TRIED,
          ),
      };
    },
  };
}

/** A name of one token is a word that the model knows well: it needs no help. */
function read(texts: readonly string[], vocabulary: Vocabulary): KeyTerm[] {
  const tokens = vocabulary.tokens(texts.map((text) => ` ${text}`));
  return texts
    .map((text, i) => ({ text, words: text.split(/\s+/).length, sound: soundOf(text), tokens: tokens[i] ?? [] }))
    .filter((term) => term.sound.length >= LEAST_SOUNDS && term.tokens.length > 1);
}

/** A name in place of some words. */
interface Trial extends Revision {
  readonly term: KeyTerm;
  readonly unlike: number;
}

interface TrialOptions {
  readonly terms: readonly KeyTerm[];
  readonly vocabulary: Vocabulary;
  readonly mostUnlike: number;
  readonly doubt: { readonly base: number; readonly perUnlikeness: number };
}

/** Returns the trials of names in place of doubtful words, those that sound most alike first. */
function trialsOf(
  { tokens, probabilities }: Parameters<Revise>[0],
  { terms, vocabulary, mostUnlike, doubt }: TrialOptions,
): readonly Trial[] {
  if (tokens.length > MOST_TOKENS) return [];
  const words = wordsIn(tokens, vocabulary);
  const termWords = new Set(terms.flatMap(({ text }) => text.split(/\s+/)));
  const trials: Trial[] = [];
  for (const term of terms) {
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + term.words + MORE_WORDS); to += 1) {
        const span = words.slice(from, to);
        const [first, end] = [span[0] as SpokenWord, span.at(-1) as SpokenWord];
        if (span.some(({ text }) => termWords.has(text))) continue;
        const heard = probabilities.slice(first.from, end.to);
        if (Math.min(...heard) > CERTAIN) continue;
        const lack = heard.reduce((sum, probability) => sum - Math.log(Math.max(probability, 1e-9)), 0);
        if (lack < doubt.base) continue;
        // Each sound more or less costs at least 0.4.
        const lengths = [span.reduce((sum, { sound }) => sum + sound.length, 0), term.sound.length];
        const [short = 0, long = 1] = lengths.toSorted((a, b) => a - b);
        if ((0.4 * (long - short)) / long > mostUnlike) continue;
        const unlike = unlikeness(span.map(({ sound }) => sound).join(''), term.sound);
        if (unlike > mostUnlike || lack < doubt.base + doubt.perUnlikeness * unlike) continue;
        trials.push({
          term,
          tokens: [...tokens.slice(0, first.from), ...term.tokens, ...tokens.slice(end.to)],
          allowance: allowanceOf(term, unlike),
          unlike,
        });
      }
    }
  }
  return trials.toSorted((a, b) => a.unlike - b.unlike);
}

const allowanceOf = ({ tokens }: KeyTerm, unlike: number): number =>
  Math.min(ALLOWANCE.most, ALLOWANCE.base + ALLOWANCE.perToken * tokens.length) - ALLOWANCE.perUnlikeness * unlike;

interface SpokenWord {
  readonly text: string;
  readonly sound: string;
  /** Range of its tokens, without the punctuation after it. */
  readonly from: number;
  readonly to: number;
}

function wordsIn(tokens: readonly number[], vocabulary: Vocabulary): SpokenWord[] {
  return groupTokens(tokens, vocabulary).map(({ from, to }) => {
    let end = to;
    while (end > from + 1 && /^[^\p{L}\p{N}]+$/u.test(vocabulary.text([tokens[end - 1] as number]))) end -= 1;
    const text = vocabulary.text(tokens.slice(from, end)).trim();
    return { text, sound: soundOf(text), from, to: end };
  });
}
