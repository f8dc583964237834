import { plainWords } from '../text/words.ts';

/** A pattern for whole words: any of these. `\b` knows the letters of English only. */
export const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(
    patterns.length === 0 ? '(?!)' : `(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`,
    'u',
  );

/** The same for phrases as they are written. */
export const anyPhrase = (phrases: readonly string[]): RegExp =>
  anyOf(
    phrases.map((phrase) =>
      plainWords(phrase)
        .join(' ')
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    ),
  );
