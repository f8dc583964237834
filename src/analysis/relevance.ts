import { analysisWords } from '../../media/language/analysis-words.ts';
import { looseStem } from '../../media/text/stem.ts';
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
  const stems = new Set(sentence.stems);
  const plain = new Set(placedWords(sentence.text).map((word) => word.plain));
  const isNamed = (stem: string): boolean =>
    stems.has(stem) || [...(typeWords.get(stem) ?? [])].some((w) => plain.has(w));
  const named = name.filter(isNamed).length;
  const own = name.filter((stem) => !kindStems.has(stem));
  const described = [...description].filter((stem) => stems.has(stem) && !name.includes(stem)).length;
  const isOwn = own.length === 0 || own.some(isNamed) || described > 0;
  if (isStrict && !isOwn) return 0;
  return Math.min(1, named / name.length + described / 4);
}

/**
 * Returns how relevant a position in a turn is to the field: by its own sentence or by the question that the turn
 * answers, whichever is higher.
 */
export function relevanceAt(words: FieldWords, turn: ReadTurn, { start }: Span): number {
  const own = turn.sentences.find((sentence) => start >= sentence.start && start < sentence.end);
  const byOwn = own === undefined ? 0 : relevanceOf(words, own);
  const byQuestion = turn.question === undefined ? 0 : relevanceOf(words, turn.question);
  return Math.max(byOwn, byQuestion);
}
