import { createElement, Fragment, type ReactNode } from 'react';
import { partsOf, type Values } from './message.ts';

type Plain = Readonly<Record<string, string | number | null | undefined>>;

/** Translations by English text. */
const translations = new Map<string, string>();

/** Adds the texts of a catalogue. Call it before the modules of the pages are loaded. */
export function addTranslations(catalogue: Readonly<Record<string, string>>): void {
  for (const [english, translation] of Object.entries(catalogue)) translations.set(english, translation);
}

/**
 * Returns the text in the language of the page. `english` is the source text and the key of the catalogues. With values
 * it is an ICU MessageFormat message; without, it is not parsed.
 */
export function t(english: string, values?: Plain): string {
  const text = translations.get(english) ?? english;
  return values === undefined ? text : partsOf(text, values).join('');
}

/** Like `t`, with elements as values. */
export const rich = (english: string, values: Values): ReactNode =>
  partsOf(translations.get(english) ?? english, values).map((part, index) =>
    createElement(Fragment, { key: index }, part),
  );
