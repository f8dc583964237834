import hindi from './hi.json?url';
import { language } from './language.ts';
import { addTranslations } from './text.ts';

const catalogues = { en: undefined, hi: hindi } as const;

/** Loads the texts of the selected language. If that fails, the console is in English. */
export async function loadCatalogue(): Promise<void> {
  document.documentElement.lang = language;
  const address = catalogues[language];
  if (address === undefined) return;
  try {
    const answer = await fetch(address);
    if (answer.ok) addTranslations((await answer.json()) as Record<string, string>);
  } catch {
    // A text without a translation is shown in English.
  }
}
