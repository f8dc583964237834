import type { EntryList } from './lists.ts';
import { readLanguages } from './read.ts';
import type { LanguagePack } from './schema.ts';

/** All languages with data. */
export const languages: readonly LanguagePack[] = readLanguages(new URL('./', import.meta.url));

/** Returns the entries of a list in all languages, since callers mix them. */
export const entriesOf = (
  pick: (pack: LanguagePack) => EntryList | undefined,
  packs: readonly LanguagePack[] = languages,
): readonly string[] => packs.flatMap((pack) => pick(pack)?.entries ?? []);

/** Returns the pack for a language code such as `en-US`, or undefined. */
export const packOf = (languageCode: string): LanguagePack | undefined =>
  languages.find(({ code }) => code === languageCode.toLowerCase().split(/[-_]/)[0]);
