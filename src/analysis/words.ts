import type { Cue } from '../../media/language/analysis.ts';
import { analysisWords } from '../../media/language/analysis-words.ts';

/** A word of a text with its place; `plain` is in lower case with straight apostrophes. */
export interface Word {
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)].map(({ 0: word, index }) => ({
    plain: word.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + word.length,
  }));
}

interface Phrase {
  readonly cue: Cue;
  readonly words: readonly string[];
}

/** Phrases by their first word, the longest first. */
const phrases = new Map<string, Phrase[]>();
for (const [cue, { entries: texts }] of Object.entries(analysisWords.cues)) {
  for (const text of texts) {
    const words = wordsOf(text).map(({ plain }) => plain);
    const [first = ''] = words;
    phrases.set(first, [...(phrases.get(first) ?? []), { cue: cue as Cue, words }]);
  }
}

export interface CueHit extends Span {
  readonly cue: Cue;
}

/** Every cue of a text with its place, in order. */
export function cuesIn(words: readonly Word[]): CueHit[] {
  return words.flatMap((word, index) =>
    (phrases.get(word.plain) ?? []).flatMap((phrase) => {
      const isThere = phrase.words.every((plain, offset) => words[index + offset]?.plain === plain);
      const last = words[index + phrase.words.length - 1];
      return isThere && last !== undefined ? [{ cue: phrase.cue, start: word.start, end: last.end }] : [];
    }),
  );
}

/** Sentences of a text with their places. */
export function sentencesIn(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const add = (end: number): void => {
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    if (raw.trim() !== '') spans.push({ start: start + lead, end: start + lead + raw.trim().length });
    start = end;
  };
  for (const mark of text.matchAll(/[.!?]+["')\]”’]*(?=\s)/gu)) {
    const before = text.slice(start, mark.index);
    if (/(?:^|\s)(?:dr|mr|mrs|ms|st|no|a\.m|p\.m|e\.g|i\.e|[A-Z])$/i.test(before)) continue;
    add(mark.index + mark[0].length);
  }
  add(text.length);
  return spans;
}

export function isQuestion(sentence: string): boolean {
  if (/\?["')\]”’]*$/u.test(sentence)) return true;
  // A recogniser may leave the mark out.
  const [first, second] = wordsOf(sentence);
  return (
    first !== undefined &&
    second !== undefined &&
    !/[.!]$/.test(sentence) &&
    analysisWords.questionOpeners.entries.includes(first.plain)
  );
}

/** A crude English stem, enough to join the forms of a word. */
export function stemOf(word: string): string {
  let root = word.replace(/'s$/, '');
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  else if (root.length > 3 && root.endsWith('s') && !root.endsWith('ss')) root = root.slice(0, -1);
  if (root.length > 3 && /([^aeiouls])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}

const emptyWords: ReadonlySet<string> = new Set(analysisWords.emptyWords.entries);

/** Stems of the words that carry meaning. */
export const contentStems = (words: readonly Word[]): string[] =>
  words.flatMap(({ plain }) => (emptyWords.has(plain) || plain.length < 2 ? [] : [stemOf(plain)]));
