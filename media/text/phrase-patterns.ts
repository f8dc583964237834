import { plainWords } from './words.ts';

/** Returns a regular expression for any of the patterns as whole words. `\b` supports English letters only. */
export const anyOf = (patterns: readonly string[]): RegExp =>
  new RegExp(
    patterns.length === 0 ? '(?!)' : `(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`,
    'u',
  );

/** The same for literal phrases. */
export const anyPhrase = (phrases: readonly string[]): RegExp =>
  anyOf(
    phrases.map((phrase) =>
      plainWords(phrase)
        .join(' ')
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    ),
  );
