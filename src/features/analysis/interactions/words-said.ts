import type { Speaker, Turn } from '../../../transcripts/transcript.ts';

type SpokenTurn = Pick<Turn, 'speaker' | 'text'>;

/** A word or phrase to be found in what was said. */
export interface Term {
  /** In lower case, in the order of the phrase. */
  readonly words: readonly string[];
  /** Whether the last word may go on: `refund` finds "refunded". */
  readonly isOpen: boolean;
}

/** The place of a transcript that has the most terms. */
export interface Found {
  /** Index into the transcript. */
  readonly turn: number;
  readonly speaker: Speaker;
  /** Part of the turn's text; `…` stands for what is left out. */
  readonly text: string;
  /** The matching words in `text`; `end` is exclusive. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

const mostTerms = 12;
const shortestOpen = 2;
const word = /[\p{L}\p{N}\p{M}]+/gu;
const beforeMark = 60;
const shownCharacters = 180;

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? [];

/**
 * Returns the terms of a search, at most 12. All of them must be said. A phrase in quotes is said as it is written;
 * another word of at least two characters may go on.
 */
export function termsOf(search: string): Term[] {
  const parts = [...search.matchAll(/"([^"]*)"?|([^\s"]+)/g)];
  const terms = parts.map(([, phrase, single = '']) => {
    const words = wordsOf(phrase ?? single);
    return { words, isOpen: phrase === undefined && (words.at(-1)?.length ?? 0) >= shortestOpen };
  });
  return terms.filter(({ words }) => words.length > 0).slice(0, mostTerms);
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly term: number;
}

/** Returns where a transcript has the terms; undefined if no turn has one. */
export function foundIn(transcript: readonly SpokenTurn[], terms: readonly Term[]): Found | undefined {
  let best: { readonly turn: number; readonly marks: readonly Mark[]; readonly count: number } | undefined;
  for (const [turn, { text }] of transcript.entries()) {
    const marks = marksIn(text, terms);
    const count = new Set(marks.map(({ term }) => term)).size;
    if (count > (best?.count ?? 0)) best = { turn, marks, count };
    if (count === terms.length) break;
  }
  const turn = best && transcript[best.turn];
  return best && turn && { turn: best.turn, speaker: turn.speaker, ...excerptOf(turn.text, joined(best.marks)) };
}

/** Returns where a text has each term, in the order of the text. */
function marksIn(text: string, terms: readonly Term[]): Mark[] {
  const spoken = [...text.matchAll(word)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return spoken.flatMap(({ start }, at) =>
    terms.flatMap(({ words, isOpen }, term) => {
      const last = words.length - 1;
      const isHere = words.every((wanted, index) => {
        const is = spoken[at + index]?.word;
        return index === last && isOpen ? is?.startsWith(wanted) === true : is === wanted;
      });
      return isHere ? [{ start, end: spoken[at + last]?.end ?? start, term }] : [];
    }),
  );
}

type Span = Pick<Mark, 'start' | 'end'>;

/** Joins marks that overlap, such as those of a phrase and of its words. */
function joined(marks: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of marks) {
    const last = spans.at(-1);
    if (last === undefined || start >= last.end) spans.push({ start, end });
    else if (end > last.end) spans[spans.length - 1] = { start: last.start, end };
  }
  return spans;
}

/** Cuts a text around its first mark, between words. */
function excerptOf(text: string, marks: readonly Span[]): Pick<Found, 'text' | 'marks'> {
  const first = marks[0]?.start ?? 0;
  const gap = text.indexOf(' ', first - beforeMark);
  const start = first <= beforeMark ? 0 : gap < 0 ? first : Math.min(gap + 1, first);
  const rest = text.slice(start);
  const space = rest.lastIndexOf(' ', shownCharacters);
  const shown = rest.length <= shownCharacters ? rest : rest.slice(0, space <= 0 ? shownCharacters : space);
  const head = start === 0 ? '' : '…';
  const moved = marks.map((mark) => ({ start: mark.start - start, end: Math.min(mark.end - start, shown.length) }));
  return {
    text: `${head}${shown}${shown.length < rest.length ? '…' : ''}`,
    marks: moved
      .filter((mark) => mark.start >= 0 && mark.start < shown.length)
      .map((mark) => ({ start: mark.start + head.length, end: mark.end + head.length })),
  };
}
