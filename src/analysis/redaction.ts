import { patternOf } from '../../media/language/match.ts';
import type { Transcript, Turn } from '../transcripts/transcript.ts';
import { type Context, type SensitiveKind, type SensitiveNumber, sensitiveNumbersIn } from './sensitive-numbers.ts';

/** Replacements for numbers that must not be stored. */
const standIns: Readonly<Record<SensitiveKind, string>> = {
  card: '[card number]',
  ssn: '[social security number]',
  code: '[security code]',
  pin: '[PIN]',
  account: '[account number]',
};
const isStandIn = (text: string): boolean => Object.values(standIns).includes(text);

/** Pre-check: a single digit is never sensitive, so most texts stop here. */
const mayHaveNumber = patternOf(
  ({ numbers }) => numbers && { at: '(?:(?:\\d|\\b(?:{entries})\\b)[\\W_]*){2}', entries: ['{numbers}'] },
);

/** A preceding line, which may ask for a number; lists are oldest first. */
export interface Question {
  readonly speaker: string;
  readonly text: string;
}

interface Said extends Question {
  readonly words: readonly { readonly text: string; readonly startMs: number; readonly endMs: number }[];
}

/** Replaces payment card, bank account and US social security numbers, security codes and PINs. */
export const redact = (text: string): string => replaced(text, sensitiveNumbersIn(text));

/** Redacts the turns of a conversation, where a bare number may answer a question for one. */
export const redactTurns = (turns: readonly Turn[]): Turn[] =>
  turns.map((turn, index) => redactedLine(turn, turns.slice(Math.max(0, index - 2), index)));

/**
 * Returns the same object if it contains no sensitive number. The words of a number become one word that spans their
 * times.
 */
export function redactedLine<T extends Said>(line: T, before: readonly Question[]): T {
  const numbers = numbersIn(line.text, contextFor(line.speaker, before));
  if (numbers.length === 0) return line;
  return { ...line, text: replaced(line.text, numbers), words: wordsWithout(line.words, line.text, numbers) };
}

/** Redacts every string in a value, as if said by the customer; returns the same value if nothing was found. */
export function redactStrings<T>(value: T, before: readonly Question[]): T {
  const context = contextFor('customer', before);
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const numbers = numbersIn(part, context);
      return numbers.length === 0 ? part : replaced(part, numbers);
    }
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part);
    const visited = entries.map(([key, of]) => [key, visit(of)] as const);
    if (visited.every(([, of], index) => of === entries[index]?.[1])) return part;
    return Array.isArray(part) ? visited.map(([, of]) => of) : Object.fromEntries(visited);
  };
  return visit(value) as T;
}

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Returns when redacted numbers were said, as far as words have times. */
export const redactedSpans = (transcript: Transcript): Span[] =>
  transcript.flatMap(({ words }) =>
    words.filter(({ text }) => isStandIn(text)).map(({ startMs, endMs }) => ({ startMs, endMs })),
  );

const numbersIn = (text: string, context: Context): readonly SensitiveNumber[] =>
  mayHaveNumber.test(text) ? sensitiveNumbersIn(text, context) : [];

/**
 * For an unknown speaker, who may be either side, the context is the last two lines; otherwise it is the other side's
 * last line.
 */
function contextFor(speaker: string, before: readonly Question[]): Context {
  const last = before.slice(-2);
  if (speaker === 'unknown') return { text: last.map(({ text }) => text).join(' '), isOther: false };
  return { text: last.findLast((turn) => turn.speaker !== speaker)?.text ?? '', isOther: true };
}

const replaced = (text: string, numbers: readonly SensitiveNumber[]): string =>
  numbers.reduceRight((now, { start, end, kind }) => now.slice(0, start) + standIns[kind] + now.slice(end), text);

/** Words appear in the text in order. A word not found there is placed where the previous one ended. */
function wordsWithout<W extends Said['words'][number]>(
  words: readonly W[],
  text: string,
  numbers: readonly SensitiveNumber[],
): W[] {
  const left: W[] = [];
  let at = 0;
  let last: SensitiveNumber | undefined;
  for (const word of words) {
    const foundAt = text.indexOf(word.text, at);
    const start = foundAt < 0 ? at : foundAt;
    at = foundAt < 0 ? at : foundAt + word.text.length;
    const within = numbers.find((number) => start < number.end && start + word.text.length > number.start);
    const before = left.at(-1);
    if (within === undefined) left.push(word);
    else if (within === last && before !== undefined) left[left.length - 1] = { ...before, endMs: word.endMs };
    else left.push({ ...word, text: standIns[within.kind] });
    last = within;
  }
  return left;
}
