import type { Cue } from '../../media/language/analysis.ts';
import { analysisWords } from '../../media/language/analysis-words.ts';
import { sentenceSpans } from '../../media/text/sentences.ts';
import { looseStem } from '../../media/text/stem.ts';
import { placedWords, type Span, type Word } from '../../media/text/words.ts';

interface Phrase {
  readonly cue: Cue;
  readonly words: readonly string[];
}

/** Phrases keyed by first word, longest first. */
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

/** Returns every cue in a text with its position, in order. */
export function cuesIn(words: readonly Word[]): CueHit[] {
  return words.flatMap((word, index) =>
    (phrases.get(word.plain) ?? []).flatMap((phrase) => {
      const isThere = phrase.words.every((plain, offset) => words[index + offset]?.plain === plain);
      const last = words[index + phrase.words.length - 1];
      return isThere && last !== undefined ? [{ cue: phrase.cue, start: word.start, end: last.end }] : [];
    }),
  );
}

/** Returns the sentences of recognised text with their positions. */
export const sentencesIn = (text: string): Span[] => sentenceSpans(text, { anyStart: true });

export function isQuestion(sentence: string): boolean {
  if (/\?["')\]”’]*$/u.test(sentence)) return true;
  // The recogniser may omit the question mark.
  const [first, second] = placedWords(sentence);
  return (
    first !== undefined &&
    second !== undefined &&
    !/[.!]$/.test(sentence) &&
    analysisWords.questionOpeners.entries.includes(first.plain)
  );
}

const emptyWords: ReadonlySet<string> = new Set(analysisWords.emptyWords.entries);

/** Returns the stems of content words. */
export const contentStems = (words: readonly Word[]): string[] =>
  words.flatMap(({ plain }) => (emptyWords.has(plain) || plain.length < 2 ? [] : [looseStem(plain)]));
