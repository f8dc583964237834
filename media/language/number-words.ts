import { MediaFault } from '../line/fault.ts';
import { languages, packOf } from './languages.ts';
import type { PatternPart } from './pattern-parts.ts';
import type { LanguagePack } from './schema.ts';

type Table = NonNullable<LanguagePack['numbers']>['words'];

/** Number words of one or several languages, in lower case. */
export interface NumberWords {
  /** 0 to 19, and the tens. */
  readonly cardinals: ReadonlyMap<string, number>;
  /** `cardinals` without words that are numbers only among digits: "oh". */
  readonly quantities: ReadonlyMap<string, number>;
  /** 100 and more. */
  readonly scales: ReadonlyMap<string, number>;
  /** 0 to 20, tens and scales. */
  readonly ordinals: ReadonlyMap<string, number>;
  /** 0 to 9, as characters. */
  readonly digits: ReadonlyMap<string, string>;
  /** Repetitions of the next digit: "double". */
  readonly repeats: ReadonlyMap<string, number>;
  /** Words that a recogniser writes for a digit, with its value. */
  readonly homophones: ReadonlyMap<string, number>;
  readonly articles: ReadonlySet<string>;
  readonly joins: ReadonlySet<string>;
}

const byWord = (lists: Readonly<Record<string, readonly string[]>>): [string, number][] =>
  Object.entries(lists).flatMap(([value, words]) => words.map((word): [string, number] => [word, Number(value)]));

function joined(tables: readonly Table[]): NumberWords {
  const cardinals = new Map(tables.flatMap((table) => byWord(table.cardinals)));
  const amongDigits = new Set(tables.flatMap((table) => table.amongDigits));
  return {
    cardinals,
    quantities: new Map([...cardinals].filter(([word]) => !amongDigits.has(word))),
    scales: new Map(tables.flatMap((table) => byWord(table.scales))),
    ordinals: new Map(tables.flatMap((table) => byWord(table.ordinals))),
    digits: new Map([...cardinals].flatMap(([word, value]) => (value < 10 ? [[word, String(value)] as const] : []))),
    repeats: new Map(tables.flatMap(({ repeats }) => Object.entries(repeats))),
    homophones: new Map(tables.flatMap(({ homophones }) => Object.entries(homophones))),
    articles: new Set(tables.flatMap(({ articles }) => articles)),
    joins: new Set(tables.flatMap(({ joins }) => joins)),
  };
}

/** Number words of all languages, since callers mix them. */
export const numberWords: NumberWords = joined(languages.flatMap(({ numbers }) => numbers?.words ?? []));

/** Number words of one table. */
export const numberWordsOf = (table: Table): NumberWords => joined([table]);

/** The written form of the numbers with a word of their own: 0 to 19, tens and scales. */
export interface WrittenNumbers {
  cardinal(value: number): string;
  ordinal(value: number): string;
}

/**
 * Throws `data_file_invalid` for a language without `numbers.json`. Numbers without a word of their own are returned as
 * digits.
 */
export function writtenNumbers(languageCode: string): WrittenNumbers {
  const table = packOf(languageCode)?.numbers?.words;
  if (table === undefined)
    throw new MediaFault('data_file_invalid', `media/language/${languageCode}/numbers.json is missing`);
  const firstWords = (lists: Table['cardinals']): Map<number, string> =>
    new Map(Object.entries(lists).map(([value, [word = '']]) => [Number(value), word]));
  const cardinals = firstWords({ ...table.cardinals, ...table.scales });
  const ordinals = firstWords(table.ordinals);
  return {
    cardinal: (value) => cardinals.get(value) ?? String(value),
    ordinal: (value) => ordinals.get(value) ?? String(value),
  };
}

type NumberWord = readonly [string, number];

/** Returns the first word of each value from `least` to `most`. */
const upTo = (list: Table['cardinals'], least: number, most: number): NumberWord[] =>
  Object.entries(list).flatMap(([value, [word = '']]) =>
    Number(value) >= least && Number(value) <= most ? [[word, Number(value)] as const] : [],
  );

/** Tens and ones joined by a space or hyphen: "twenty[ -]five". */
const compounds = ({ cardinals }: Table, ones: Table['cardinals'], most: number): NumberWord[] =>
  upTo(cardinals, 20, most - 1).flatMap(([word, ten]) =>
    upTo(ones, 1, Math.min(9, most - ten)).map(([last, unit]) => [`${word}[ -]${last}`, ten + unit] as const),
  );

const anyWord = (words: readonly NumberWord[]): string => words.map(([word]) => word).join('|');

/** Returns the number parts of a language's patterns, by their name in braces. */
export function numberParts(numbers: NonNullable<LanguagePack['numbers']>): Readonly<Record<PatternPart, string>> {
  const { words, weekdays, months } = numbers;
  const { cardinals, ordinals } = words;
  const minutes = [...compounds(words, cardinals, 59), ...upTo(cardinals, 10, 50)];
  return {
    numbers: anyWord(byWord(cardinals)),
    tens: anyWord(byWord(cardinals).filter(([, value]) => value >= 20)),
    hours: anyWord(upTo(cardinals, 1, 12)),
    minutes: anyWord(minutes.filter(([, value]) => value % 5 === 0)),
    days: anyWord([...compounds(words, ordinals, 31), ...upTo(ordinals, 1, 30)]),
    weekdays: weekdays.entries.join('|'),
    months: months.entries.join('|'),
  };
}

/**
 * Returns the value of a number of at most two words, such as "twenty-five" or "twenty fifth". Unknown words count 0.
 */
export const spokenValue = (text: string): number =>
  text
    .toLowerCase()
    .split(/[ -]/)
    .reduce((sum, word) => sum + (numberWords.cardinals.get(word) ?? numberWords.ordinals.get(word) ?? 0), 0);
