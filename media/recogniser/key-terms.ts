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
/** Words that are further from a term do not call for a second decode, and are not tried as the term. */
const MOST_UNLIKE = { mayBe: 0.44, is: 0.4 } as const;
/** A name is often heard as more words, and seldom as fewer. */
const MORE_WORDS = 2;
/** Words of which each token is likelier than this are certain. */
const CERTAIN = 0.8;
/** Bounds the work of a decode, in tokens beside those that it has. */
const MOST_TRIED = 8;
/** An utterance with more tokens costs too much to weigh again. */
const MOST_TOKENS = 60;
/** Names as preceding text take room from the words, and time. */
const MOST_CONTEXT = 160;
/**
 * Natural-log probability that a name may lose against the words heard: the model has seldom seen its tokens, and words
 * that sound less alike must be likelier. Names said in 28 sentences of two built-in voices lost 0 to 15; names tried
 * for the words of 87 sentences without any lost at least 4 more than this.
 */
const ALLOWANCE = { base: 3, perToken: 1.2, most: 8.5, perUnlikeness: 14 } as const;

/** What the decoder does with names. */
export interface KeyTerms {
  /** Tokens of the names as preceding text. */
  readonly context: readonly number[];
  /** Whether doubtful words sound a little like a name, so that a decode with the names may find it. */
  mayBeSaid(decoded: Parameters<Revise>[0]): boolean;
  readonly revise: Revise;
}

/** Returns a function that prepares a list of names; undefined if the model knows all of them. The last list is cached. */
export function createKeyTerms(vocabulary: Vocabulary): (terms: readonly string[]) => KeyTerms | undefined {
  let last: { readonly key: string; readonly terms: KeyTerms | undefined } = { key: '', terms: undefined };
  return (texts) => {
    const key = texts.join('\n');
    if (key !== last.key) last = { key, terms: prepared(read(texts, vocabulary), vocabulary) };
    return last.terms;
  };
}

function prepared(terms: readonly KeyTerm[], vocabulary: Vocabulary): KeyTerms | undefined {
  if (terms.length === 0) return undefined;
  const [comma = [], stop = []] = vocabulary.tokens([',', '.']);
  const context: number[] = [];
  for (const { tokens } of terms) {
    if (context.length + tokens.length + 1 > MOST_CONTEXT) continue;
    context.push(...(context.length === 0 ? [] : comma), ...tokens);
  }
  return {
    context: [...context, ...stop],
    mayBeSaid: (decoded) => revisionsOf(decoded, { terms, vocabulary, mostUnlike: MOST_UNLIKE.mayBe }).length > 0,
    revise: (decoded) => revisionsOf(decoded, { terms, vocabulary, mostUnlike: MOST_UNLIKE.is }),
  };
}

/** A name of one token is a word that the model knows well: it needs no help. */
function read(texts: readonly string[], vocabulary: Vocabulary): KeyTerm[] {
  const tokens = vocabulary.tokens(texts.map((text) => ` ${text}`));
  return texts
    .map((text, i) => ({ text, words: text.split(/\s+/).length, sound: soundOf(text), tokens: tokens[i] ?? [] }))
    .filter((term) => term.sound.length >= LEAST_SOUNDS && term.tokens.length > 1);
}

interface RevisionOptions {
  readonly terms: readonly KeyTerm[];
  readonly vocabulary: Vocabulary;
  readonly mostUnlike: number;
}

function revisionsOf(
  { tokens, probabilities }: Parameters<Revise>[0],
  { terms, vocabulary, mostUnlike }: RevisionOptions,
): readonly Revision[] {
  if (tokens.length > MOST_TOKENS) return [];
  const words = wordsIn(tokens, vocabulary);
  const termWords = new Set(terms.flatMap(({ text }) => text.split(/\s+/)));
  const revisions: (Revision & { readonly unlike: number })[] = [];
  for (const term of terms) {
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + term.words + MORE_WORDS); to += 1) {
        const span = words.slice(from, to);
        const [first, end] = [span[0] as SpokenWord, span.at(-1) as SpokenWord];
        if (span.some(({ text }) => termWords.has(text))) continue;
        if (Math.min(...probabilities.slice(first.from, end.to)) > CERTAIN) continue;
        // Each sound more or less costs at least 0.4.
        const lengths = [span.reduce((sum, { sound }) => sum + sound.length, 0), term.sound.length];
        const [short = 0, long = 1] = lengths.toSorted((a, b) => a - b);
        if ((0.4 * (long - short)) / long > mostUnlike) continue;
        const unlike = unlikeness(span.map(({ sound }) => sound).join(''), term.sound);
        if (unlike > mostUnlike) continue;
        revisions.push({
          tokens: [...tokens.slice(0, first.from), ...term.tokens, ...tokens.slice(end.to)],
          allowance: allowanceOf(term, unlike),
          unlike,
        });
      }
    }
  }
  return revisions.toSorted((a, b) => a.unlike - b.unlike).slice(0, MOST_TRIED);
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
