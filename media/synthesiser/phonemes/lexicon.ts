import { names } from './names.ts';
import type { WordTable } from './word-table.ts';

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
  checked: WordTable,
  wider: WordTable,
  own: Readonly<Record<string, Entry>> = names,
): Lexicon {
  const findIn = (entryOf: (word: string) => Entry | undefined, word: string): Entry | undefined => {
    const entry = entryOf(word);
    if (entry !== undefined || word.length < 2) return entry;
    const lower = word.toLowerCase();
    const capital = `${(lower[0] as string).toUpperCase()}${lower.slice(1)}`;
    if (word === lower) return entryOf(capital);
    return word === capital ? entryOf(lower) : undefined;
  };
  const ownEntry = (word: string): Entry | undefined => (Object.hasOwn(own, word) ? own[word] : undefined);
  const findChecked = (word: string): Entry | undefined => findIn((one) => readEntry(checked.get(one)), word);
  return {
    find: (word) => findIn(ownEntry, word) ?? findChecked(word) ?? findIn((one) => readEntry(wider.get(one)), word),
    findChecked,
  };
}

/** Phonemes stand in a table as they are, choices as JSON; no phoneme is a brace. */
export const writeEntry = (entry: Entry): string => (typeof entry === 'string' ? entry : JSON.stringify(entry));

function readEntry(text: string | undefined): Entry | undefined {
  return text?.startsWith('{') ? (JSON.parse(text) as Entry) : text;
}

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
