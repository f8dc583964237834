import type { Cue } from '../../media/language/analysis.ts';
import { analysisWords } from '../../media/language/analysis-words.ts';
import { sentenceSpans } from '../../media/text/sentences.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords, type Span, type Word } from '../../media/text/words.ts';

interface Phrase {
  readonly cue: Cue;
  readonly words: readonly string[];
}

/** Phrases by their first word, the longest first. */
const phrases = new Map<string, Phrase[]>();
for (const [cue, { entries: texts }] of Object.entries(analysisWords.cues)) {
  for (const text of texts) {
    const words = placedWords(text).map(({ plain }) => plain);
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

/** Sentences as recognisers write them, with their places. */
export const sentencesIn = (text: string): Span[] => sentenceSpans(text, { anyStart: true });

export function isQuestion(sentence: string): boolean {
  if (/\?["')\]”’]*$/u.test(sentence)) return true;
  // A recogniser may leave the mark out.
  const [first, second] = placedWords(sentence);
  return (
    first !== undefined &&
    second !== undefined &&
    !/[.!]$/.test(sentence) &&
    analysisWords.questionOpeners.entries.includes(first.plain)
  );
}

const emptyWords: ReadonlySet<string> = new Set(analysisWords.emptyWords.entries);

/** Stems of the words that carry meaning. */
export const contentStems = (words: readonly Word[]): string[] =>
  words.flatMap(({ plain }) => (emptyWords.has(plain) || plain.length < 2 ? [] : [looseStem(plain)]));
