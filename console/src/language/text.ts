import { createElement, Fragment, type ReactNode } from 'react';
import { partsOf, type Values } from './message.ts';

type Plain = Readonly<Record<string, string | number | null | undefined>>;

/** Translations by the English text. */
const translations = new Map<string, string>();

/** Adds the texts of a catalogue. Call it before the modules of the pages are loaded. */
export function addTranslations(catalogue: Readonly<Record<string, string>>): void {
  for (const [english, translation] of Object.entries(catalogue)) translations.set(english, translation);
}

/**
 * The text in the language of the page. `english` is the text of the source and the key of the catalogues. With values
 * it is a message of ICU MessageFormat; without, it is not parsed.
 */
export function t(english: string, values?: Plain): string {
  const text = translations.get(english) ?? english;
  return values === undefined ? text : partsOf(text, values).join('');
}

/** The same with elements in the place of values. */
export const rich = (english: string, values: Values): ReactNode =>
  partsOf(translations.get(english) ?? english, values).map((part, index) =>
    createElement(Fragment, { key: index }, part),
  );
