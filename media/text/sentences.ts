import { entriesOf } from '../language/languages.ts';
import type { Span } from './words.ts';

const abbreviations = entriesOf((pack) => pack.text?.abbreviations);
/** Not after a letter and an apostrophe: "the agent's." ends a sentence. */
const abbreviation = new RegExp(
  `(?:^|[\\s("“‘]|(?<!\\p{L})')(?:${abbreviations.map(escaped).join('|')}|\\p{L})\\.$`,
  'iu',
);

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns whether the final full stop of a text belongs to an abbreviation: "Dr.", "8 a.m.", an initial. */
export const endsInAbbreviation = (text: string): boolean => abbreviation.test(text);

export interface SentenceForm {
  /**
   * Whether a sentence may begin with any character, as in recognised or hastily typed text. By default it begins with
   * a capital, a digit or a quotation mark, since documents contain full stops inside sentences.
   */
  readonly anyStart?: boolean;
  /** Additional characters that end a sentence. */
  readonly alsoEnds?: string;
  /** Maximum length in characters; longer sentences are cut. */
  readonly longest?: number;
}

/** Maximum length of an abbreviation with its context. */
const longestAbbreviation = 20;

/**
 * Returns the sentences of running text with their positions; "Dr. Smith", "Acme Inc. Grew" and "3.5" are not split.
 */
export function sentenceSpans(text: string, form: SentenceForm = {}): Span[] {
  const { anyStart = false, alsoEnds = '', longest = Number.POSITIVE_INFINITY } = form;
  const spans: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    const sentence = text.slice(start, end).trimEnd();
    const from = start + sentence.length - sentence.trimStart().length;
    for (let at = from; at < start + sentence.length; at += longest)
      spans.push({ start: at, end: Math.min(at + longest, start + sentence.length) });
    start = end;
  };
  // Hasty writers leave the space out: "It could not be done.Can I help?".
  const next = anyStart ? '\\s|(?<=\\p{Ll}{2}[.!?]+)\\p{Lu}\\p{Ll}*[ ,]' : '\\s+["\'(“‘]?[\\p{Lu}\\p{Lo}\\d•]';
  // Intl.Segmenter takes seconds for 200,000 characters.
  for (const mark of text.matchAll(new RegExp(`[.!?\u0964${alsoEnds}]+["')\\]”’]*(?=${next})`, 'gu'))) {
    const end = mark.index + mark[0].length;
    const isLong = text.slice(start, end).trim().length >= longest;
    if (!isLong && endsInAbbreviation(text.slice(Math.max(start, end - longestAbbreviation), end))) continue;
    add(end);
  }
  add(text.length);
  return spans;
}

/** Returns the sentences as texts. */
export const sentencesOf = (text: string, form: SentenceForm = {}): string[] =>
  sentenceSpans(text, form).map(({ start, end }) => text.slice(start, end));
