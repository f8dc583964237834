import { numberParts, toldNumber } from '../../../http/fields.ts';

/** Characters that people write between the digits of a number. Bounded, so that matching stays linear. */
const between = '[\\s().\\-/]{0,3}';
/** Shorter national numbers occur by chance in other numbers. */
const leastNationalDigits = 9;

/** One number in every form in which it is stored or written. */
export interface NumberSpellings {
  /** E.164. */
  readonly phone: string;
  /** Forms in which providers send the number, for an index. A match must pass `isSame`. */
  readonly stored: readonly string[];
  /** Whether a provider's number is this one; `line` is the organisation's number in the call. */
  isSame(stored: string, line?: string): boolean;
  isIn(text: string): boolean;
  /** Replaces the number wherever the text spells it. */
  without(text: string): string;
}

const erasedMark = '[erased]';

export function spellingsOf(phone: string): NumberSpellings {
  const { countryCode, national } = numberParts(phone);
  const spaced = (digits: string): string => [...digits].join(between);
  const country = `(?:(?:\\+|00)[\\s(]?)?${spaced(countryCode)}${between}(?:\\(0\\))?${between}`;
  const prefix = `(?:${country}|0${between})${national.length >= leastNationalDigits ? '?' : ''}`;
  const source = `(?<!\\d)\\(?${prefix}${spaced(national)}(?!\\d)`;
  const digits = phone.slice(1);
  return {
    phone,
    stored: [phone, digits, `00${digits}`, `0${national}`, national],
    isSame: (stored, line) => toldNumber(stored, line) === phone,
    isIn: (text) => new RegExp(source, 'u').test(text),
    without: (text) => text.replaceAll(new RegExp(source, 'gu'), erasedMark),
  };
}

/** A single word names many people and things. */
const leastWords = 2;

/** Returns a function that replaces full names of a person in a text; a name of one word stays. */
export function withoutNames(names: readonly string[]): (text: string) => string {
  const full = namesInFull(names).map((name) => name.split(' ').map(literal).join('\\s+'));
  if (full.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${full.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return (text) => text.replaceAll(pattern, erasedMark);
}

const literal = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Returns names of at least two words, the longest first. */
export const namesInFull = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim().replaceAll(/\s+/g, ' ')))]
    .filter((name) => name.split(' ').length >= leastWords)
    .sort((a, b) => b.length - a.length);

/** Returns a JSON value with `change` applied to every text and key, and to numbers as they are written. */
export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') return change(`${value}`) === `${value}` ? value : null;
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), changeTexts(item, change)]));
}
