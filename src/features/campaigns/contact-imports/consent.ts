import { entriesOf } from '../../../../media/language/languages.ts';

const form = (text: string): string => text.normalize('NFC').trim().toLowerCase();
const words = (list: 'yes' | 'no' | 'refused' | 'agreed' | 'blank'): ReadonlySet<string> =>
  new Set(entriesOf(({ contacts }) => contacts?.[list]).map(form));
const [yes, no, refused, agreed, blank] = [
  words('yes'),
  words('no'),
  words('refused'),
  words('agreed'),
  words('blank'),
];

/** Whether a cell forbids calls. `unclear` if it says neither yes nor no. */
export type Consent = 'opted_out' | 'nothing' | 'unclear';

/** Returns whether a cell states that it has no value. */
export const isBlank = (cell: string): boolean => blank.has(form(cell));

/** Names of months, and their first three letters. */
const months = entriesOf(({ numbers }) => numbers?.months)
  .flatMap((month) => [month, month.slice(0, 3)])
  .join('|');
const dates = [
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[t ,].*)?$/,
  new RegExp(`^\\d{1,2}(?:st|nd|rd|th)?[-/. ]{1,2}(?:${months}|sept)[-/., ]{1,2}\\d{2,4}(?:[t ,].*)?$`),
  new RegExp(`^(?:${months}|sept)[-/. ]{1,2}\\d{1,2}(?:st|nd|rd|th)?[-/., ]{1,2}\\d{2,4}(?:[t ,].*)?$`),
];

/** A day, with or without a time, as of a column "Opted out on". */
const isDate = (text: string): boolean => dates.some((date) => date.test(text));

/** Reads a cell of a column `opted_out` (yes forbids) or `call_permission` (no forbids). */
export function consentOf(cell: string, target: 'opted_out' | 'call_permission'): Consent {
  const text = form(cell);
  if (refused.has(text)) return 'opted_out';
  if (text === '' || agreed.has(text) || blank.has(text)) return 'nothing';
  const isYes = yes.has(text) || isDate(text);
  if (isYes || no.has(text)) return isYes === (target === 'opted_out') ? 'opted_out' : 'nothing';
  return 'unclear';
}
