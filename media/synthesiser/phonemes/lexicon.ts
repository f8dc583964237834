import { names } from './names.ts';

/** Phonemes of a word, or a choice by part of speech with a `DEFAULT`; null means "spell it". */
export type Entry = string | Readonly<Record<string, string | null>>;

/** This project's list of names, a dictionary checked by people, and one drawn from a wider source. */
export interface Lexicon {
  /** The entry of the word as written; a capitalised word finds a lower-case entry and the other way round. */
  find(word: string): Entry | undefined;
  /** Only in the dictionary that was checked. */
  findChecked(word: string): Entry | undefined;
}

export function createLexicon(
  checked: Readonly<Record<string, Entry>>,
  wider: Readonly<Record<string, Entry>>,
  own: Readonly<Record<string, Entry>> = names,
): Lexicon {
  const findIn = (entries: Readonly<Record<string, Entry>>, word: string): Entry | undefined => {
    const entry = entryOf(entries, word);
    if (entry !== undefined || word.length < 2) return entry;
    const lower = word.toLowerCase();
    const capital = `${(lower[0] as string).toUpperCase()}${lower.slice(1)}`;
    if (word === lower) return entryOf(entries, capital);
    return word === capital ? entryOf(entries, lower) : undefined;
  };
  return {
    find: (word) => findIn(own, word) ?? findIn(checked, word) ?? findIn(wider, word),
    findChecked: (word) => findIn(checked, word),
  };
}

// The parsed tables are used as they are: maps made of them would cost a tenth of a second at every start.
const entryOf = (entries: Readonly<Record<string, Entry>>, word: string): Entry | undefined =>
  Object.hasOwn(entries, word) ? entries[word] : undefined;

/** The pronunciation that goes with a Penn Treebank tag. `pause`: nothing follows. */
export function chooseEntry(entry: Entry, tag: string, pause: boolean): string | null {
  if (typeof entry === 'string') return entry;
  if (pause && typeof entry.None === 'string') return entry.None;
  const chosen = entry[tag] ?? entry[broadTag(tag)];
  return chosen === undefined ? (entry.DEFAULT ?? null) : chosen;
}

/** The pronunciation an entry has for this very part of speech (verb, noun, ...), if it makes such a difference. */
export const byPartOfSpeech = (entry: Entry, tag: string): string | null | undefined =>
  typeof entry === 'string' ? undefined : entry[broadTag(tag)];

function broadTag(tag: string): string {
  if (tag.startsWith('VB')) return 'VERB';
  if (tag.startsWith('NN')) return 'NOUN';
  if (tag.startsWith('RB')) return 'ADV';
  return tag.startsWith('JJ') ? 'ADJ' : tag;
}
