import { packOf } from '../language/languages.ts';
import type { EntryList } from '../language/lists.ts';
import { numberWordsOf } from '../language/number-words.ts';
import type { LanguagePack } from '../language/schema.ts';

type Sets<File> = {
  readonly [Field in keyof File as File[Field] extends EntryList ? Field : never]: ReadonlySet<string>;
};
type File<Name extends keyof LanguagePack> = NonNullable<LanguagePack[Name]>;

/** Word lists and patterns for judging whether the caller has finished. */
export type CompletenessWords = Omit<
  Sets<File<'completeness'>> & Sets<File<'numbers'>> & Sets<File<'dictation'>>,
  'carriers' | 'addressees' | 'weekdays'
> & {
  /** Words for spoken digits, repeats such as "double", and "hundred". */
  readonly digits: ReadonlySet<string>;
  /** Words that a recogniser writes in place of a digit. */
  readonly homophones: ReadonlySet<string>;
  /** Matches the end of a text that a number, name or address follows. */
  readonly carriers: RegExp;
  /** Matches an introduction that a mailbox name follows. */
  readonly addressee: RegExp;
  /** Digit counts of complete numbers. */
  readonly wholeLengths: ReadonlySet<number>;
  readonly partLengths: ReadonlySet<number>;
  readonly cardLength: number;
};

/** A single letter is spelling, not a digit. */
function digitSets({ words }: File<'numbers'>): Pick<CompletenessWords, 'digits' | 'homophones'> {
  const { digits, repeats, homophones } = numberWordsOf(words);
  const read = [...digits.keys()].filter((word) => word.length > 1);
  return {
    digits: new Set([...read, ...repeats.keys(), ...(words.scales['100'] ?? [])]),
    homophones: new Set(homophones.keys()),
  };
}

type Packed = Required<Pick<LanguagePack, 'completeness' | 'numbers' | 'dictation'>>;

/** Converts the lists of a file to sets. Patterns and lengths are omitted. */
const sets = <Lists extends object>(lists: Lists): Sets<Lists> =>
  Object.fromEntries(
    Object.entries(lists as Readonly<Record<string, Partial<EntryList>>>).flatMap(([name, { entries }]) =>
      entries === undefined ? [] : [[name, new Set<string>(entries)]],
    ),
  ) as unknown as Sets<Lists>;

const compile = ({ completeness, numbers, dictation }: Packed): CompletenessWords => ({
  ...digitSets(numbers),
  ...sets(completeness),
  ...sets(numbers),
  ...sets(dictation),
  carriers: new RegExp(`\\b(?:${completeness.carriers.entries.join('|')})$`, 'u'),
  addressee: new RegExp(`\\b(?:${dictation.addressees.entries.join('|')})`, 'u'),
  wholeLengths: new Set(numbers.lengths.whole),
  partLengths: new Set(numbers.lengths.part),
  cardLength: numbers.lengths.card,
});

const english = packOf('en') as Packed;

export const englishWords: CompletenessWords = compile(english);

const compiled = new WeakMap<LanguagePack, CompletenessWords>();

/** Returns the words of a language. Files missing from its pack fall back to English. */
export function completenessWordsOf(languageCode: string): CompletenessWords {
  const pack = packOf(languageCode);
  if (pack?.completeness === undefined && pack?.numbers === undefined && pack?.dictation === undefined)
    return englishWords;
  const { completeness = english.completeness, numbers = english.numbers, dictation = english.dictation } = pack;
  const words = compiled.get(pack) ?? compile({ completeness, numbers, dictation });
  compiled.set(pack, words);
  return words;
}
