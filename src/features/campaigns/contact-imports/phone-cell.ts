import { toE164 } from '../../../http/fields.ts';
import type { Country } from './schema.ts';

/** The number of a cell as the contact's field reads it, or why the cell has none. */
export type PhoneCell = { readonly number: string } | { readonly fault: string };

/** Longer cells are not numbers, and the patterns below take long for them. */
const mostCharacters = 100;
const extension = /[\s,;]*(?:ext(?:ensio)?n?\.?|;ext=|[x#])\s*[:.]?\s*\d{1,7}$/i;
const exponent = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;

/** Reads the number of a cell as spreadsheets, phones and address books write it. */
export function readPhone(cell: string, country: Country | null): PhoneCell {
  if (cell.length > mostCharacters) return { number: cell };
  const text = plain(cell);
  const number = country === null ? toE164(text) : toE164(text, country);
  if (number !== undefined) return { number };
  const cause = causeOf(text, country);
  return cause === undefined ? { number: text } : { fault: cause };
}

/** Removes what programs add to a number: marks of text direction, `="…"`, an apostrophe, `tel:`, `.0` and exponents. */
function plain(cell: string): string {
  const text = asciiDigits(cell.normalize('NFKC'))
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^=\s*/, '')
    .replace(/^(["'’‘`]+)(.*?)["'’‘`]*$/, '$2')
    .trim()
    .replace(/^(?:tel|callto|phone|mobile|mob|cell|whatsapp)\b\.?\s*:?\s*(?=[+\d(])/i, '');
  // Google Contacts separates several numbers with ":::", the first one being the main one.
  const [first = ''] = text.split(/\s*:::\s*/);
  const bare = /^(\+?\d{5,})\.0+$/.exec(first)?.[1] ?? first;
  return whole(bare) ?? bare;
}

/** Digits of the scripts of India, which lie 128 code points apart. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/[\u0966-\u0d6f]/g, (sign) =>
    /\p{Nd}/u.test(sign) ? String((sign.charCodeAt(0) - 0x966) % 0x80) : sign,
  );

/** Returns all digits of 9.19876543213E+11, or undefined if the notation has lost the last ones. */
function whole(text: string): string | undefined {
  const [, first, rest = '', power] = exponent.exec(text) ?? [];
  return first !== undefined && rest.length === Number(power) ? `${first}${rest}` : undefined;
}

function causeOf(text: string, country: Country | null): string | undefined {
  if (exponent.test(text))
    return 'The spreadsheet shortened the number to scientific notation (E+). Format the column as text and enter the whole number.';
  if (hasTwoNumbers(text)) return 'The cell has two numbers. Keep one of them.';
  if (extension.test(text) && toE164(text.replace(extension, ''), country ?? undefined) !== undefined)
    return 'The number has an extension, which cannot be dialled. Remove it, or enter a direct number.';
  return undefined;
}

const hasTwoNumbers = (text: string): boolean =>
  text.split(/[/,;|&]|\bor\b|\band\b|(?<=\d) ?(?=\+)/i).filter((part) => part.replaceAll(/\D/g, '').length >= 7)
    .length > 1;
