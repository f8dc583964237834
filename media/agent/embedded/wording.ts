import { languages, packOf } from '../../language/languages.ts';
import { type WordingLine, wordingLineNames } from '../../language/wording.ts';
import { MediaFault } from '../../line/fault.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';

export type { WordingLine } from '../../language/wording.ts';

/** Returns a line of the agent's wording, filled with the values. */
export type Say = (line: WordingLine, values?: Readonly<Record<string, string>>) => string;

/** English has every line. Throws `data_file_invalid` as the module loads if one is missing. */
export const english = completeEnglish();

function completeEnglish(): Readonly<Record<WordingLine, readonly string[]>> {
  const lines = languages.find(({ code }) => code === 'en')?.wording?.lines ?? {};
  const missing = wordingLineNames.filter((line) => lines[line] === undefined);
  if (missing.length > 0)
    throw new MediaFault('data_file_invalid', `media/language/en/wording.json lacks ${missing.join(', ')}`);
  return lines as Readonly<Record<WordingLine, readonly string[]>>;
}

/** Selects wording deterministically by seed. Every turn of a call has its own seed. */
export function sayIn(languageCode: string, seed: string): Say {
  const lines = packOf(languageCode)?.wording?.lines;
  return (line, values) => {
    // A line that the language lacks is said in English.
    const variants = lines?.[line] ?? english[line];
    const variant = variants[hash(`${seed}:${line}`) % variants.length] as string;
    return values === undefined ? variant : fillPlaceholders(variant, values);
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** "a, b or c" */
export const listed = (items: readonly string[], word: string): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
