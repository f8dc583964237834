import { names } from './names.ts';
import type { WordTable } from './word-table.ts';

/** Phonemes of a word, or one variant per part of speech with a `DEFAULT`. Null means that it is spelled. */
export type Entry = string | Readonly<Record<string, string | null>>;

/** Lookup in the project's list of names, then a human-checked dictionary, then one derived from a wider source. */
export interface Lexicon {
  /** Returns the entry for the word as written, or with the capitalisation of its first letter switched. */
  find(word: string): Entry | undefined;
  /** Searches only the checked dictionary. */
  findChecked(word: string): Entry | undefined;
}

export function createLexicon(
  checked: WordTable,
  wider: WordTable,
  ownNames: Readonly<Record<string, Entry>> = names,
): Lexicon {
  const findIn = (entryOf: (word: string) => Entry | undefined, word: string): Entry | undefined => {
    const entry = entryOf(word);
    if (entry !== undefined || word.length < 2) return entry;
    const lower = word.toLowerCase();
    const capital = `${(lower[0] as string).toUpperCase()}${lower.slice(1)}`;
    if (word === lower) return entryOf(capital);
    return word === capital ? entryOf(lower) : undefined;
  };
  const ownEntry = (word: string): Entry | undefined => (Object.hasOwn(ownNames, word) ? ownNames[word] : undefined);
  const findChecked = (word: string): Entry | undefined => findIn((key) => readEntry(checked.get(key)), word);
  return {
    find: (word) => findIn(ownEntry, word) ?? findChecked(word) ?? findIn((key) => readEntry(wider.get(key)), word),
    findChecked,
  };
}

/** Phonemes are stored as they are, variants as JSON. No phoneme is a brace. */
export const writeEntry = (entry: Entry): string => (typeof entry === 'string' ? entry : JSON.stringify(entry));

function readEntry(text: string | undefined): Entry | undefined {
  return text?.startsWith('{') ? (JSON.parse(text) as Entry) : text;
}

/** Returns the pronunciation for a Penn Treebank tag. `pause`: no word follows. */
export function chooseEntry(entry: Entry, tag: string, pause: boolean): string | null {
  if (typeof entry === 'string') return entry;
  if (pause && typeof entry.None === 'string') return entry.None;
  const chosen = entry[tag] ?? entry[broadTag(tag)];
  return chosen === undefined ? (entry.DEFAULT ?? null) : chosen;
}

/** Returns the pronunciation specific to this part of speech (verb, noun, ...), or undefined if the entry has none. */
export const byPartOfSpeech = (entry: Entry, tag: string): string | null | undefined =>
  typeof entry === 'string' ? undefined : entry[broadTag(tag)];

function broadTag(tag: string): string {
  if (tag.startsWith('VB')) return 'VERB';
  if (tag.startsWith('NN')) return 'NOUN';
  if (tag.startsWith('RB')) return 'ADV';
  return tag.startsWith('JJ') ? 'ADJ' : tag;
}
