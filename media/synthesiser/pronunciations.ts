import type { Pronunciation } from '../line/speech.ts';

/** A custom pronunciation that matches at a position in a text. */
export interface FoundPronunciation {
  readonly pronunciation: Pronunciation;
  readonly end: number;
}

/** Pronunciations by the first character of their word, longest first. */
type Shelf = ReadonlyMap<string, readonly Pronunciation[]>;

const shelves = new WeakMap<readonly Pronunciation[], Shelf>();

const folded = (text: string): string => text.replaceAll('’', "'").toLowerCase();

function shelfOf(pronunciations: readonly Pronunciation[]): Shelf {
  const cached = shelves.get(pronunciations);
  if (cached !== undefined) return cached;
  const shelf = new Map<string, Pronunciation[]>();
  for (const each of pronunciations) {
    const first = folded(each.word).slice(0, 1);
    shelf.set(first, [...(shelf.get(first) ?? []), each]);
  }
  for (const row of shelf.values()) row.sort((a, b) => b.word.length - a.word.length);
  shelves.set(pronunciations, shelf);
  return shelf;
}

/** Matches whole words only, not parts of a longer word, e-mail address, web address or path. */
const endsBefore = /^(?![\p{L}\p{M}\p{N}@_/])(?!\.[\p{L}\p{N}])/u;
const beginsAfter = /(?:^|[^\p{L}\p{M}\p{N}@_/.])$/u;

/** Returns the longest word that matches at `at`, ignoring case. */
export function pronunciationAt(
  text: string,
  at: number,
  pronunciations: readonly Pronunciation[],
): FoundPronunciation | undefined {
  const candidates = shelfOf(pronunciations).get(folded(text.slice(at, at + 1)));
  if (candidates === undefined || !beginsAfter.test(text.slice(Math.max(0, at - 1), at))) return undefined;
  for (const pronunciation of candidates) {
    const { word } = pronunciation;
    const end = at + word.length;
    if (folded(text.slice(at, end)) === folded(word) && endsBefore.test(text.slice(end, end + 2)))
      return { pronunciation, end };
  }
  return undefined;
}

/** Returns the pronunciations whose words occur in a text. */
export function pronunciationsIn(text: string, pronunciations: readonly Pronunciation[]): readonly Pronunciation[] {
  const matches = new Set<Pronunciation>();
  for (let at = 0; at < text.length; at++) {
    const here = pronunciationAt(text, at, pronunciations);
    if (here === undefined) continue;
    matches.add(here.pronunciation);
    at = here.end - 1;
  }
  return [...matches];
}
