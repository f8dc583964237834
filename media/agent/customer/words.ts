import { languages, packOf } from '../../language/languages.ts';
import type { LanguagePack } from '../../language/schema.ts';
import { MediaFault } from '../../line/fault.ts';
import { anyOf } from '../../text/phrase-patterns.ts';
import { stem } from '../../text/stem.ts';
import { folded, plainWords } from '../../text/words.ts';

type CustomerPack = NonNullable<LanguagePack['customer']>;

/** Compiled patterns and word lists of a language. */
export interface CustomerWords {
  readonly pack: CustomerPack;
  readonly is: Readonly<Record<Exclude<keyof CustomerPack['questions'], 'openers'>, RegExp>>;
  readonly openers: ReadonlySet<string>;
  readonly common: readonly { readonly kind: string; readonly pattern: RegExp; readonly values: readonly string[] }[];
  readonly evasive: RegExp;
  /** Verbs of a condition about a question: "asks for". */
  readonly asking: RegExp;
  readonly closing: RegExp;
  readonly classes: readonly { readonly stems: ReadonlySet<string>; readonly pattern: RegExp }[];
  readonly conditionStems: ReadonlySet<string>;
  readonly topics: readonly ReadonlySet<string>[];
  readonly stopStems: ReadonlySet<string>;
  readonly perspective: readonly { readonly pattern: RegExp; readonly becomes: string }[];
}

const compiledPacks = new Map<string, CustomerWords>();

/** Falls back to English for a language without its own pack. Throws `data_file_invalid`. */
export function wordsOf(languageCode: string): CustomerWords {
  const english = languages.find(({ code }) => code === 'en');
  const pack = packOf(languageCode);
  const usedPack = pack?.customer === undefined ? english : pack;
  if (usedPack?.customer === undefined)
    throw new MediaFault('data_file_invalid', 'media/language/en/customer.json is missing');
  const cached = compiledPacks.get(usedPack.code);
  if (cached !== undefined) return cached;
  const compiledWords = compiled(usedPack.customer, usedPack.text?.stopWords?.entries ?? []);
  compiledPacks.set(usedPack.code, compiledWords);
  return compiledWords;
}

/** Lines that a customer volunteers, by occasion. */
export const linesOf = (languageCode: string): CustomerPack['lines'] => wordsOf(languageCode).pack.lines;

function compiled(pack: CustomerPack, stopWords: readonly string[]): CustomerWords {
  const { openers, ...kinds } = pack.questions;
  const is = Object.fromEntries(Object.entries(kinds).map(([kind, { entries }]) => [kind, anyOf(entries)]));
  const stemmed = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(stem));
  return {
    pack,
    is: is as CustomerWords['is'],
    openers: new Set(openers.entries),
    common: pack.common.map(({ kind, patterns, values }) => ({
      kind,
      values,
      pattern: new RegExp(patterns.join('|'), 'u'),
    })),
    evasive: anyOf(pack.evasive.entries),
    asking: anyOf(pack.asking.entries),
    closing: anyOf(pack.closing.entries),
    classes: pack.classes.map(({ words, pattern }) => ({ stems: stemmed(words), pattern: new RegExp(pattern, 'iu') })),
    conditionStems: stemmed(pack.conditionWords.entries),
    topics: pack.topics.map(stemmed),
    stopStems: stemmed(stopWords),
    perspective: pack.perspective.map(({ pattern, becomes }) => ({ pattern: new RegExp(pattern, 'giu'), becomes })),
  };
}

/** Returns the text in lower case without punctuation. Patterns are matched against it. */
export const plain = (text: string): string => plainWords(folded(text)).join(' ');

/** Returns the stems of all words of a text. */
export const stemsOf = (text: string): string[] => plainWords(folded(text)).map(stem);

/** Returns the stems of the content words. */
export const contentOf = (words: CustomerWords, text: string): string[] =>
  [...new Set(stemsOf(text))].filter((word) => !words.stopStems.has(word) && (word.length > 1 || /\d/.test(word)));

const quoted = /^["“](?<words>[^"“”]+)["”]$/u;

/** Returns whether a sentence is in quotation marks. The customer volunteers such a sentence verbatim. */
export const isQuoted = (sentence: string): boolean => quoted.test(sentence);

/** Rewrites a sentence about the customer in the first person: "you are" becomes "I am". */
export function ownWords(words: CustomerWords, sentence: string): string {
  const verbatim = quoted.exec(sentence)?.groups?.words;
  if (verbatim !== undefined) return verbatim.trim();
  let text = sentence;
  for (const { pattern, becomes } of words.perspective) text = text.replace(pattern, becomes);
  return capitalised(text.trim());
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
