import { packOf } from '../../language/languages.ts';
import type { LanguagePack } from '../../language/schema.ts';

/** What a call says by itself, beside its agent. */
export type SpokenLines = NonNullable<LanguagePack['lines']>;

const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;

const english = packOf('en')?.lines as SpokenLines;

/** In the language of a call, where the voice speaks it and there are lines in it; else English. */
export function spokenLinesIn(languageCode: string, spoken: readonly string[]): SpokenLines {
  const isSpoken = spoken.some((code) => primary(code) === primary(languageCode));
  return (isSpoken ? packOf(languageCode)?.lines : undefined) ?? english;
}
