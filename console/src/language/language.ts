/** The languages of the console, each by its own name. English is the language of the source. */
export const languageNames = { en: 'English', hi: 'हिन्दी' } as const;

export type Language = keyof typeof languageNames;

/** Where this browser stores it. A change applies from the next load of the page. */
export const storageKey = 'parley.language';

/** Modules of the console also run in tests, outside a browser. */
const browser = globalThis as {
  readonly localStorage?: { getItem(key: string): string | null };
  readonly navigator?: { readonly language?: string };
};

const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(languageNames, text);

/** What this browser has stored; else Hindi where the browser itself speaks it, and English everywhere else. */
function chosenLanguage(): Language {
  const stored = browser.localStorage?.getItem(storageKey);
  if (isLanguage(stored)) return stored;
  const [preferred] = (browser.navigator?.language ?? '').split('-');
  return isLanguage(preferred) ? preferred : 'en';
}

/** Holds for as long as the page is open: texts of modules are translated as they are loaded. */
export const language: Language = chosenLanguage();

/** Numbers in English texts look the same everywhere. */
export const numberLocale = language === 'en' ? 'en' : 'hi-IN';
/** Dates in English texts follow the browser. */
export const dateLocale = language === 'en' ? undefined : 'hi-IN';
