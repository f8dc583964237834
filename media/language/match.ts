import { plainWords } from '../text/words.ts';
import { languages } from './languages.ts';
import { numberParts } from './number-words.ts';
import { withParts } from './pattern-parts.ts';
import type { LanguagePack } from './schema.ts';

/** Alternatives of a regular expression, and their frame. */
export interface Phrasing {
  readonly at: string;
  readonly entries: readonly string[];
}

const frames: Readonly<Record<string, string>> = {
  words: '\\b(?:{entries})\\b',
  begins: '\\b(?:{entries})',
  anywhere: '{entries}',
};

const partsOf = new Map(
  languages.map((pack) => [pack.code, pack.numbers === undefined ? {} : numberParts(pack.numbers)]),
);

/** Returns the regular-expression source of a phrasing in one language. */
export const sourceOf = ({ at, entries }: Phrasing, pack: LanguagePack | undefined): string =>
  withParts(
    (frames[at] ?? at).replace('{entries}', () => entries.join('|')),
    partsOf.get(pack?.code ?? '') ?? {},
  );

/** Returns a regular expression that combines all languages. It matches nothing if no language has the phrasing. */
export function patternOf(pick: (pack: LanguagePack) => Phrasing | undefined, flags = 'i'): RegExp {
  const sources = languages.flatMap((pack) => {
    const phrasing = pick(pack);
    return phrasing === undefined ? [] : [sourceOf(phrasing, pack)];
  });
  return new RegExp(sources.length === 0 ? '(?!)' : sources.join('|'), flags);
}

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
