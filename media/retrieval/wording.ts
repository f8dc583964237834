import { patternOf } from '../language/match.ts';
import type { Hit } from './search.ts';
import type { Quote } from './source.ts';
import type { RowUnit, Unit } from './units.ts';

const units = patternOf(({ retrieval }) => retrieval?.wording.units);
/** Names of rows that count people or things. Their values are not amounts of money. */
const counts = patternOf(({ retrieval }) => retrieval?.wording.counts);
const money =
  /\p{Sc}|\b(?:EUR|USD|GBP|INR|CHF|T?EUR|kEUR|Rs\.?|euros?|dollars?|pounds?|rupees?|crores?|lakhs?|millions?|billions?)\b/iu;

/** Formats a hit with its place: "Revenue, 2024: 812.4 (in millions; Key figures, page 3)." */
export function worded(hit: Hit): string {
  const { unit } = hit;
  if (unit.kind === 'sentence') return `${sentence(unit.text)} (${unit.place})`;
  return `${cellsOf(unit, hit.columns)} (${[unitOf(unit), captionOf(unit), unit.place].filter((part) => part !== '').join('; ')}).`;
}

/** Formats a hit for speech: "Revenue, 2024, 812.4 in EUR million." */
export function spoken(hit: Hit): string {
  const { unit } = hit;
  const statement =
    unit.kind === 'sentence'
      ? sentence(unit.text)
      : `${[cellsOf(unit, hit.columns), unitOf(unit)].filter((part) => part !== '').join(' ')}.`;
  return asSpoken(statement);
}

/** Replaces colons with commas for a pause: "Monday: 8 a.m. to 5 p.m." */
export const asSpoken = (text: string): string => text.replace(/:\s+/g, ', ');

/** Adds a final full stop if needed. */
const sentence = (text: string): string => (/[.!?:)”"']$/.test(text) ? text : `${text}.`);

export function cellsOf({ table, names, cells }: RowUnit, columns: readonly number[]): string {
  const name = names.map((entryName) => entryName.replace(/[\s:]+$/, '')).join(', ');
  const cellsByHead = columns.map((column) => ({ head: table.header[column] ?? '', value: cells[column] ?? '' }));
  const [only] = cellsByHead;
  if (cellsByHead.length === 1 && only !== undefined)
    return `${[name, only.head].filter((part) => part !== '').join(', ')}: ${only.value}`;
  return `${name}: ${cellsByHead.map(({ head, value }) => (head === '' ? value : `${value} (${head})`)).join(', ')}`;
}

/** Returns the unit of a row's figures, if the table's corner cell states it. */
function unitOf({ table, names }: RowUnit): string {
  const corner = table.header[0] ?? '';
  const name = names.join(' ');
  return units.test(corner) &&
    !units.test(name) &&
    !(money.test(corner) && names.some((rowName) => counts.test(rowName.replace(/[\s:]+$/, ''))))
    ? corner
    : '';
}

const captionOf = ({ table, section }: RowUnit): string => table.caption ?? section;

export const quoteOf = (unit: Unit): Quote => ({ place: unit.place, text: textOf(unit), part: unit.part });

/** Returns the text of a unit without its place. */
export const textOf = (unit: Unit): string =>
  unit.kind === 'sentence'
    ? sentence(unit.text)
    : `${cellsOf(
        unit,
        unit.cells.flatMap((cell, i) => (i > 0 && cell !== '' ? [i] : [])),
      )}.`;
