import { languages } from '../../../../media/language/languages.ts';
import { patternOf } from '../../../../media/language/match.ts';
import { toE164 } from '../../../http/fields.ts';
import { ImportFault } from './import-fault.ts';
import { importLimits } from './limits.ts';
import type { Country, Mapping, Target } from './schema.ts';

/** Targets of columns by title, in lower case without spaces and punctuation. */
const targetsByTitle: ReadonlyMap<string, Target> = new Map(
  languages.flatMap(({ contacts }) => {
    const { source: _, ...columns } = contacts?.columns ?? { source: '' };
    return Object.entries(columns).flatMap(([target, titles]) =>
      titles.map((title) => [title, target as Target] as const),
    );
  }),
);
const familyName = patternOf(({ contacts }) => contacts?.familyName);

/** Target of each column; `undefined` if the column is ignored. */
export type Columns = readonly { readonly title: string; readonly target: Target | undefined }[];

/**
 * Assigns targets by the mapping, otherwise by title. Unknown columns become metadata under their title. Throws an
 * `ImportFault` without a phone column.
 */
export function columnsOf(titles: readonly string[], mapping: Mapping): Columns {
  const trimmed = trimmedTitles(titles);
  const missing = Object.keys(mapping).filter((title) => !trimmed.includes(title));
  if (missing.length > 0)
    throw new ImportFault(`The first row has no column ${missing.map((title) => `"${title}"`).join(', ')}.`);
  const columns = trimmed.map((title) => ({ title, target: targetOf(title, mapping) }));
  if (!columns.some(({ target }) => target === 'phone'))
    throw new ImportFault('No phone column found. Name a column "phone" in the first row or set it in "mapping".');
  return columns;
}

/** Returns whether contacts that have a name keep it. */
export const keepsNames = (columns: Columns): boolean => columns.some(({ target }) => target === 'name_if_empty');

/** Returns the default targets. A phone column is not required. */
export const proposedColumns = (titles: readonly string[]): Columns =>
  trimmedTitles(titles).map((title) => ({ title, target: targetOf(title, {}) }));

function trimmedTitles(titles: readonly string[]): string[] {
  if (titles.length > importLimits.columns)
    throw new ImportFault(`The table has more than ${importLimits.columns} columns.`);
  return titles.map((title) => title.trim().slice(0, 200));
}

/** Column of reasons in a file of rejected rows. It is ignored when that file is imported. */
export const reasonTitle = 'Reason for rejection';

function targetOf(title: string, mapping: Mapping): Target | undefined {
  if (title === '' || title === reasonTitle) return undefined;
  if (Object.hasOwn(mapping, title)) return mapping[title] === 'ignore' ? undefined : mapping[title];
  const word = title.toLowerCase().replaceAll(/[^a-z]/g, '');
  return targetsByTitle.get(word) ?? 'metadata';
}

/** Converts a row to the body of a contact. Empty cells are omitted. */
export function contactOf(
  cells: readonly string[],
  columns: Columns,
  country: Country | null,
): Record<string, unknown> {
  const contact = new Map<string, unknown>();
  const tags: string[] = [];
  const metadata: [string, string][] = [];
  const names: { readonly cell: string; readonly isLast: boolean }[] = [];
  for (const [index, { title, target }] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '' || target === undefined) continue;
    if (target === 'phone') contact.set('phone', contact.get('phone') ?? numberOf(cell, country));
    else if (target === 'tags') tags.push(...cell.split(/[;,|\n]/).filter((tag) => tag.trim() !== ''));
    else if (target === 'tag') tags.push(`${title}:${cell}`);
    else if (target === 'metadata') metadata.push([title, cell]);
    else if (target.startsWith('metadata.')) metadata.push([target.slice('metadata.'.length), cell]);
    else if (target === 'name' || target === 'name_if_empty') names.push({ cell, isLast: isFamilyName(title) });
    else contact.set(target, cell);
  }
  if (names.length > 0) {
    const sorted = names.toSorted((a, b) => Number(a.isLast) - Number(b.isLast));
    contact.set('name', sorted.map(({ cell }) => cell).join(' '));
  }
  if (tags.length > 0) contact.set('tags', tags);
  if (metadata.length > 0) contact.set('metadata', Object.fromEntries(metadata));
  return Object.fromEntries(contact);
}

const isFamilyName = (title: string): boolean => familyName.test(title.trim());

function numberOf(cell: string, country: Country | null): string {
  // Spreadsheets write a number without other characters as 12025550114.0, and put an apostrophe before text that looks
  // like a formula.
  const text = cell.replace(/^'/, '');
  const digits = /^(\+?\d{5,})\.0+$/.exec(text)?.[1] ?? text;
  return country === null ? digits : (toE164(digits, country) ?? digits);
}
