import packs from 'virtual:widget-texts';

/** Translations by English text, from the language packs of the console. */
let pack: Readonly<Record<string, string>> = {};

/** Uses the language pack for a language tag; English without one. */
export function chooseLanguage(tag: string): void {
  pack = packs[tag.toLowerCase().split('-')[0] ?? ''] ?? {};
}

/** Returns the text in the language of the widget. Names in braces are replaced by their values. */
export const t = (english: string, values: Readonly<Record<string, string>> = {}): string =>
  (pack[english] ?? english).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
