import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { endsInAbbreviation } from '../text/sentences.ts';

const joint = patternOf(({ agent }) => agent?.phrasing.joint, 'g');

/** A clause or sentence, ready for synthesis. */
export interface Phrase {
  readonly text: string;
  /** Whether more of the same sentence follows. */
  readonly continues: boolean;
}

/**
 * Splits streamed text into phrases, the same ones however it was chunked. Together they have all of its words. A line
 * break ends a sentence.
 */
export interface Phraser {
  push(piece: string): readonly Phrase[];
  /** Returns the sentence that is complete although no word follows it yet. */
  flush(): readonly Phrase[];
  /** Returns the remaining phrases at the end of the text. */
  end(): readonly Phrase[];
}

/**
 * The first phrase plays while the rest is generated, so it ends at the first clause boundary after this many words.
 */
const firstWords = 3;
/** A conjunction is a weaker boundary than a comma. */
const conjunctionWords = 5;
/** A sentence with fewer words is joined with the next one. */
const shortSentenceWords = 3;
/** A longer stretch is split at a clause boundary or a space. */
const maxChars = 160;

const conjunctions = new Set(entriesOf(({ agent }) => agent?.phrasing.conjunctions));

type Cut = 'sentence' | 'clause';

export function createPhraser(): Phraser {
  let pending = '';
  let scanned = 0;
  let first = true;

  function take(end: number, cut: Cut): Phrase | undefined {
    const text = pending.slice(0, end).replace(/\s+/g, ' ').trim();
    pending = pending.slice(end);
    scanned = 0;
    if (text === '') return undefined;
    first = false;
    return { text, continues: cut === 'clause' };
  }

  /**
   * Decides at the start of each word, from the preceding text and the word itself, so chunk borders have no effect.
   */
  function drain(): Phrase[] {
    const phrases: Phrase[] = [];
    for (let at = nextWordStart(pending, scanned); at >= 0; at = nextWordStart(pending, scanned)) {
      const end = wordEnd(pending, at);
      if (end < 0) break;
      const cut = cutBefore(pending.slice(0, at), pending.slice(at, end), first);
      const phrase = cut === undefined ? undefined : take(at, cut);
      if (phrase !== undefined) phrases.push(phrase);
      else if (end > maxChars) phrases.push(...overlong(end));
      else scanned = end;
    }
    // Spaces in which no word begins are looked at once.
    if (isSpace(pending.at(-1) ?? '')) scanned = pending.length;
    return phrases;
  }

  function overlong(end: number): Phrase[] {
    const at = lastBreak(pending.slice(0, Math.min(end, pending.length)));
    const phrase = at > 0 ? take(at, 'clause') : undefined;
    if (phrase === undefined) scanned = end;
    return phrase === undefined ? [] : [phrase];
  }

  return {
    push(piece) {
      pending += piece;
      return drain();
    },
    flush() {
      const text = pending.trimEnd();
      if (!endsSentence(text) || endsInAbbreviation(text) || countWords(text) < shortSentenceWords) return [];
      const rest = take(pending.length, 'sentence');
      return rest === undefined ? [] : [rest];
    },
    end() {
      // A word is complete only when a space follows; this one marks the end.
      pending += ' ';
      const phrases = drain();
      const rest = take(pending.length, 'sentence');
      const all = rest === undefined ? phrases : [...phrases, rest];
      const last = all.at(-1);
      return last === undefined ? all : [...all.slice(0, -1), { ...last, continues: false }];
    },
  };
}

/** Splits a complete reply. */
export function phrasesOf(text: string): readonly Phrase[] {
  const phraser = createPhraser();
  return [...phraser.push(text), ...phraser.end()];
}

/** Returns whether a text ends a sentence, with or without closing quotes and brackets; also with the Hindi "।". */
export const endsSentence = (text: string): boolean => /[\p{Sentence_Terminal}…]["')\]」』”’）】]*$/u.test(text);

/** Marks of Chinese and Japanese, which write no space behind them. */
const unspacedMark = /[。！？｡，；：、][」』”’）】]*$/u;
const continuesMark = /[\s\p{Pe}\p{Pf}\p{Po}]/u;

/** Whether the text continues here behind a mark without a space. */
const followsMark = (text: string, at: number): boolean =>
  !continuesMark.test(text[at] as string) && unspacedMark.test(text.slice(Math.max(0, at - 4), at));

function nextWordStart(text: string, from: number): number {
  for (let i = Math.max(from, 1); i < text.length; i++) {
    if (isSpace(text[i - 1] as string) ? !isSpace(text[i] as string) : followsMark(text, i)) return i;
  }
  return -1;
}

function wordEnd(text: string, from: number): number {
  if (from > 0 && followsMark(text, from)) return from + 1;
  for (let i = from; i < text.length; i++) if (isSpace(text[i] as string)) return i;
  return -1;
}

const isSpace = (character: string): boolean => /\s/.test(character);

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Returns the number of words. Two characters of Chinese or Japanese count as one. */
export function countWords(text: string): number {
  const characters = text.match(ideographs)?.length ?? 0;
  const others = text.replaceAll(ideographs, ' ').match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return others + Math.floor(characters / 2);
}

function cutBefore(before: string, word: string, first: boolean): Cut | undefined {
  const text = before.trimEnd();
  const words = countWords(text);
  if (before.includes('\n', text.length)) return words >= shortSentenceWords ? 'sentence' : undefined;
  if (endsSentence(text) && !endsInAbbreviation(text) && !/^\p{Ll}/u.test(word)) {
    return words >= shortSentenceWords ? 'sentence' : undefined;
  }
  if (!first) return undefined;
  // Splitting "And your name, | please?" would save no time.
  if (endsSentence(word)) return undefined;
  if (/[,;:，；：、]$/.test(text) || /(?:^|\s)[-–—]+$|—$/.test(text)) {
    return words >= firstWords && !insideNumber(text, word) ? 'clause' : undefined;
  }
  const bare = word.toLowerCase();
  return words >= conjunctionWords && conjunctions.has(bare) ? 'clause' : undefined;
}

/** Returns whether the comma is inside a date or a list of numbers: "March 3, 2026". */
const insideNumber = (text: string, word: string): boolean => /\d[,，：]$/.test(text) && /^\d/.test(word);

/** Returns the position of the last clause boundary in a long stretch, else of its last space, else 0. */
function lastBreak(text: string): number {
  let clause = 0;
  for (const mark of text.matchAll(/[,;:—](?=\s)\s+|[，；：、]/g)) clause = mark.index + mark[0].length;
  if (clause >= maxChars / 3) return clause;
  for (const mark of text.matchAll(joint)) clause = mark.index + 1;
  if (clause >= maxChars / 3) return clause;
  return text.slice(0, maxChars).search(/\s\S*$/) + 1;
}
