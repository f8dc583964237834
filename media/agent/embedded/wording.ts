import { languages, packOf } from '../../language/languages.ts';
import type { WordingLine } from '../../language/wording.ts';
import { MediaFault } from '../../line/fault.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';

export type { WordingLine } from '../../language/wording.ts';

/** Returns a line of the agent's wording, filled with the values. */
export type Say = (line: WordingLine, values?: Readonly<Record<string, string>>) => string;

/** Falls back to English for a line without wording in the language. */
function variantsOf(languageCode: string, line: WordingLine): readonly string[] {
  const english = languages.find(({ code }) => code === 'en')?.wording;
  const found = packOf(languageCode)?.wording?.lines[line] ?? english?.lines[line];
  if (found === undefined)
    throw new MediaFault('data_file_invalid', `media/language/en/wording.json lacks the line ${line}`);
  return found;
}

/** Selects wording deterministically by seed. Every turn of a call has its own seed. */
export function sayIn(languageCode: string, seed: string): Say {
  return (line, values) => {
    const variants = variantsOf(languageCode, line);
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
