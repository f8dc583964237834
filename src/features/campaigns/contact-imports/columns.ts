import { languages } from '../../../../media/language/languages.ts';
import { patternOf } from '../../../../media/language/match.ts';
import { SheetFault, sheetLimits } from '../../../sheets/index.ts';
import { consentOf, isBlank } from './consent.ts';
import { readPhone } from './phone-cell.ts';
import type { Country, Mapping, Target } from './schema.ts';

/** Letters of a title in lower case. A nukta is left out, because not every keyboard has it. */
const lettersOf = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\u093c|[^\p{L}\p{M}]/gu, '');

/** Targets of columns by the letters of their title. */
const targetsByTitle: ReadonlyMap<string, Target> = new Map(
  languages.flatMap(({ contacts }) => {
    const { source: _, ...columns } = contacts?.columns ?? { source: '' };
    return Object.entries(columns).flatMap(([target, titles]) =>
      titles.map((title) => [lettersOf(title), target as Target] as const),
    );
  }),
);
const wholeName = patternOf(({ contacts }) => contacts?.wholeName);
const familyName = patternOf(({ contacts }) => contacts?.familyName);

/** Target of each column; `undefined` if the column is ignored. */
export type Columns = readonly { readonly title: string; readonly target: Target | undefined }[];

/**
 * Assigns targets by the mapping, otherwise by title. Unknown columns become metadata under their title. Throws an
 * `SheetFault` without a phone column.
 */
export function columnsOf(titles: readonly string[], mapping: Mapping): Columns {
  const trimmed = trimmedTitles(titles);
  const missing = Object.keys(mapping).filter((title) => !trimmed.includes(title));
  if (missing.length > 0)
    throw new SheetFault(`The first row has no column ${missing.map((title) => `"${title}"`).join(', ')}.`);
  const columns = trimmed.map((title) => ({ title, target: targetOf(title, mapping) }));
  if (!columns.some(({ target }) => target === 'phone'))
    throw new SheetFault('No phone column found. Name a column "phone" in the first row or set it in "mapping".');
  return columns;
}

/** Returns whether contacts that have a name keep it. */
export const keepsNames = (columns: Columns): boolean => columns.some(({ target }) => target === 'name_if_empty');

/** Returns the default targets. A phone column is not required. */
export const proposedColumns = (titles: readonly string[]): Columns =>
  trimmedTitles(titles).map((title) => ({ title, target: targetOf(title, {}) }));

function trimmedTitles(titles: readonly string[]): string[] {
  if (titles.length > sheetLimits.columns)
    throw new SheetFault(`The table has more than ${sheetLimits.columns} columns.`);
  return titles.map((title) => title.trim().slice(0, 200));
}

/** Column of reasons in a file of rejected rows. It is ignored when that file is imported. */
export const reasonTitle = 'Reason for rejection';

function targetOf(title: string, mapping: Mapping): Target | undefined {
  if (title === '' || title === reasonTitle) return undefined;
  if (Object.hasOwn(mapping, title)) return mapping[title] === 'ignore' ? undefined : mapping[title];
  return targetsByTitle.get(lettersOf(title)) ?? 'metadata';
}

/** Returns whether a row may be the row of titles: it has all titles of the mapping, and a phone column. */
export function areTitles(cells: readonly string[], mapping: Mapping): boolean {
  const titles = cells.map((cell) => cell.trim());
  return (
    Object.keys(mapping).every((title) => titles.includes(title)) &&
    titles.some((title) => targetOf(title, mapping) === 'phone')
  );
}

/** A row as a contact, or why it cannot be one. */
export type ContactRow =
  | {
      readonly contact: Readonly<Record<string, unknown>>;
      readonly optOut: string | undefined;
      readonly fault?: string | undefined;
    }
  | { readonly phone: string; readonly fault: string };

/**
 * Converts a row to the body of a contact. Empty cells are omitted. `optOut` is the reason not to call the person, also
 * if another cell has a `fault`.
 */
export function contactOf(cells: readonly string[], columns: Columns, country: Country | null): ContactRow {
  const contact = new Map<string, unknown>();
  const tags: string[] = [];
  const metadata: [string, string][] = [];
  const names: Name[] = [];
  let optOut: string | undefined;
  let fault: string | undefined;
  for (const [index, { title, target }] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '' || target === undefined) continue;
    if (target === 'phone' && isBlank(cell)) continue;
    if (target === 'phone' && !contact.has('phone')) {
      const phone = readPhone(cell, country);
      if ('fault' in phone) return { phone: cell, fault: phone.fault };
      contact.set('phone', phone.number);
    } else if (target === 'phone') metadata.push([title, cell]);
    else if (target === 'opted_out' || target === 'call_permission') {
      const consent = consentOf(cell, target);
      if (consent === 'unclear') fault ??= unclear(title, cell);
      if (consent === 'opted_out') optOut ??= `"${title}" in an imported list`;
    } else if (target === 'tags') tags.push(...cell.split(/[;,|\n]/).filter((tag) => tag.trim() !== ''));
    else if (target === 'tag') tags.push(`${title}:${cell}`);
    else if (target === 'metadata') metadata.push([title, cell]);
    else if (target.startsWith('metadata.')) metadata.push([target.slice('metadata.'.length), cell]);
    else if (target === 'name' || target === 'name_if_empty') names.push({ title: wordsOf(title), cell });
    else if (!contact.has(target)) contact.set(target, cell.split(':::')[0]?.trim());
    else metadata.push([title, cell]);
  }
  if (names.length > 0) contact.set('name', nameOf(names));
  if (tags.length > 0) contact.set('tags', tags);
  if (metadata.length > 0) contact.set('metadata', Object.fromEntries(metadata));
  return { contact: Object.fromEntries(contact), optOut, fault };
}

const unclear = (title: string, cell: string): string =>
  `"${cell.slice(0, 40)}" in the column "${title}" says neither yes nor no. Enter yes or no.`;

interface Name {
  readonly title: string;
  readonly cell: string;
}

const wordsOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

/** Address books have the whole name beside its parts. */
function nameOf(names: readonly Name[]): string {
  const parts = names.filter(({ title }) => !wholeName.test(title));
  const whole = parts.length < names.length ? names.filter(({ title }) => wholeName.test(title)) : parts;
  const sorted = whole.toSorted((a, b) => Number(familyName.test(a.title)) - Number(familyName.test(b.title)));
  return sorted.map(({ cell }) => cell).join(' ');
}
