/** The languages of the console, each with its own name. English is the language of the source. */
export const languageNames = { en: 'English', hi: 'हिन्दी' } as const;

export type Language = keyof typeof languageNames;

/** Key under which this browser stores the language. A change applies from the next page load. */
export const storageKey = 'parley.language';

/** Modules of the console also run in tests, outside a browser. */
const browser = globalThis as {
  readonly localStorage?: { getItem(key: string): string | null };
  readonly navigator?: { readonly language?: string };
};

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languageNames, text);

/** Returns the stored language; else Hindi if the browser is in Hindi, and English otherwise. */
function chosenLanguage(): Language {
  const stored = browser.localStorage?.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  const [preferred] = (browser.navigator?.language ?? '').split('-');
  return isLanguage(preferred) ? preferred : 'en';
}

/** Constant while the page is open, because modules translate their texts when they load. */
export const language: Language = chosenLanguage();

/** Numbers in English texts have the same format everywhere. */
export const numberLocale = language === 'en' ? 'en' : 'hi-IN';
/** Dates in English texts follow the browser's locale. */
export const dateLocale = language === 'en' ? undefined : 'hi-IN';
