import type { EntryList } from './lists.ts';
import { readLanguages } from './read.ts';
import type { LanguagePack } from './schema.ts';

/** Every language there is data for, by its code. */
export const languages: readonly LanguagePack[] = readLanguages(new URL('./', import.meta.url));

/** The entries of a list in all languages: callers mix them. */
export const entriesOf = (
  pick: (pack: LanguagePack) => EntryList | undefined,
  packs: readonly LanguagePack[] = languages,
): readonly string[] => packs.flatMap((pack) => pick(pack)?.entries ?? []);

/** The pack of a language code such as `en-US`; undefined where there is none. */
export const packOf = (languageCode: string): LanguagePack | undefined =>
  languages.find(({ code }) => code === languageCode.toLowerCase().split(/[-_]/)[0]);
