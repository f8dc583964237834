import { packOf } from '../../language/languages.ts';
import type { LanguagePack } from '../../language/schema.ts';

/** Sentences that the call speaks independently of its agent. */
export type SpokenLines = NonNullable<LanguagePack['lines']>;

const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;

const english = packOf('en')?.lines as SpokenLines;

/** Returns the lines in the call's language if the voice speaks it and the language has lines; otherwise in English. */
export function spokenLinesIn(languageCode: string, spoken: readonly string[]): SpokenLines {
  const isSpoken = spoken.some((code) => primary(code) === primary(languageCode));
  return (isSpoken ? packOf(languageCode)?.lines : undefined) ?? english;
}
