import { analysisWords } from '../../media/language/analysis-words.ts';
import { looseStem, stem } from '../../media/text/stem.ts';
import { placedWords, type Span } from '../../media/text/words.ts';
import type { ReadTurn, Sentence } from './conversation.ts';
import type { Field } from './types.ts';
import { contentStems } from './words.ts';

/** Minimum `relevanceOf` for a question to be about a field. */
export const relevant = 0.5;

/** Question words that ask for a type ("when" for a date), keyed by the stem of the field-name word. */
const typeWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(analysisWords.relevance.asks).map(([name, words]) => [looseStem(name), new Set(words)]),
);

/** Stems of generic kinds, such as "amount"; they do not distinguish fields by themselves. */
const kindStems: ReadonlySet<string> = new Set(analysisWords.relevance.general.entries.map(looseStem));

/** Words that identify a field. */
export interface FieldWords {
  readonly name: readonly string[];
  readonly description: ReadonlySet<string>;
  /** Whether a generic kind in the name, such as "amount", requires one of the field's other words as well. */
  readonly isStrict: boolean;
}

export function fieldWordsOf({ key, name, description, type }: Field): FieldWords {
  const named = contentStems(placedWords(name));
  return {
    name: [...new Set(named.length > 0 ? named : contentStems(placedWords(key.replaceAll('_', ' '))))],
    description: new Set(contentStems(placedWords(description))),
    isStrict: type === 'number' || type === 'text',
  };
}

/**
 * Returns 0 to 1: the share of the field's name that the sentence contains, plus a quarter for each word of its
 * description.
 */
export function relevanceOf({ name, description, isStrict }: FieldWords, sentence: Sentence): number {
  if (name.length === 0) return 0;
  const { stemSet: stems } = sentence;
  // "Donate" names a donation.
  const roots = new Set([...stems].map(stem));
  const isNamed = (word: string): boolean => {
    const asking = typeWords.get(word);
    return (
      stems.has(word) ||
      roots.has(stem(word)) ||
      (asking !== undefined && sentence.words.some(({ plain }) => asking.has(plain)))
    );
  };
  const named = name.filter(isNamed).length;
  const own = name.filter((word) => !kindStems.has(word));
  const described = [...description].filter((word) => stems.has(word) && !name.includes(word)).length;
  const isOwn = own.length === 0 || own.some(isNamed) || described > 0;
  if (isStrict && !isOwn) return 0;
  return Math.min(1, named / name.length + described / 4);
}

/**
 * Returns a function that rates a position in a turn by its own sentence or by the question that the turn answers,
 * whichever is more relevant to the field. Each sentence is rated once, however many positions it has.
 */
export function relevanceAt(words: FieldWords): (turn: ReadTurn, at: Span) => number {
  const rated = new Map<Sentence, number>();
  const rate = (sentence: Sentence): number => {
    const relevance = rated.get(sentence) ?? relevanceOf(words, sentence);
    rated.set(sentence, relevance);
    return relevance;
  };
  return (turn, { start }) => {
    const own = sentenceAt(turn.sentences, start);
    const byOwn = own === undefined ? 0 : rate(own);
    const byQuestion = turn.question === undefined ? 0 : rate(turn.question);
    return Math.max(byOwn, byQuestion);
  };
}

/** Sentences are in order and do not overlap. */
function sentenceAt(sentences: readonly Sentence[], place: number): Sentence | undefined {
  let [low, high] = [0, sentences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle] as Sentence).start <= place) low = middle + 1;
    else high = middle;
  }
  const last = sentences[low - 1];
  return last !== undefined && place < last.end ? last : undefined;
}
