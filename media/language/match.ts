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
