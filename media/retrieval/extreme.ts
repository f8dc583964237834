import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { columnsFor, type Question } from './search.ts';
import { degreeTerms, termsOf } from './terms.ts';
import type { RowUnit, Units } from './units.ts';

const summary = patternOf(({ retrieval }) => retrieval?.extreme.summary);

const most = patternOf(({ retrieval }) => retrieval?.extreme.most);
const least = patternOf(({ retrieval }) => retrieval?.extreme.least);
/** Extremes of a column of years, whatever its name: "the oldest". */
const byAge = patternOf(({ retrieval }) => retrieval?.extreme.byAge);
const asksWhich = patternOf(({ retrieval }) => retrieval?.extreme.asksWhich);
/** Matches "the second highest". */
const rank = patternOf(({ retrieval }) => retrieval?.extreme.rank);
const ranks = entriesOf(({ retrieval }) => retrieval?.form.ordinals);
const minCoverage = 0.6;

export interface Extreme {
  readonly unit: RowUnit;
  readonly column: number;
}

/**
 * Returns the table row with the highest or lowest figure, or the one at the rank that the question asks for. Returns
 * undefined if it asks for none.
 */
export function extremeOf(question: Question, units: Units): Extreme | undefined {
  const { text } = question;
  if (!asksWhich.test(text) || !(most.test(text) || least.test(text))) return undefined;
  const ordinal = rank.exec(text)?.[1]?.toLowerCase();
  const weights = new Map([...question.weights].filter(([term]) => !degreeTerms.has(term) && term !== ordinal));
  const order = { isLeast: least.test(text), rank: Math.max(0, ranks.indexOf(ordinal ?? '')) };
  let best: (Extreme & { coverage: number }) | undefined;
  for (const rows of tablesOf(units)) {
    const extreme = inTable(rows, { ...question, weights }, order);
    if (extreme !== undefined && extreme.coverage >= minCoverage && extreme.coverage > (best?.coverage ?? 0))
      best = extreme;
  }
  return best;
}

/** Returns the rows of each table. */
export function tablesOf({ units }: Pick<Units, 'units'>): RowUnit[][] {
  const tables: RowUnit[][] = [];
  let last: RowUnit | undefined;
  for (const unit of units) {
    if (unit.kind !== 'row') continue;
    if (last === undefined || !isSameTable(unit, last)) tables.push([]);
    tables.at(-1)?.push(unit);
    last = unit;
  }
  return tables;
}

/** A table may continue on the next page, with the same names of columns. */
const isSameTable = ({ table, part }: RowUnit, last: RowUnit): boolean =>
  table === last.table ||
  (part === last.part + 1 &&
    table.caption === last.table.caption &&
    table.header.join('\n') === last.table.header.join('\n'));

function inTable(
  rows: readonly RowUnit[],
  question: Question,
  { isLeast, rank: at }: { isLeast: boolean; rank: number },
) {
  const single = rows.filter(({ names }) => !summary.test(names.join(' ')));
  const ofRows = termsOfRows(single, question, isInNames);
  const counted = single.filter((row) => ofRows.every((term) => row.terms.has(term)));
  const [first] = counted;
  if (counted.length < 2 || first === undefined) return undefined;
  const columns = byAge.test(question.text)
    ? columnsOfYears(counted)
    : columnsFor(first, question).filter(
        (column) => counted.filter(({ cells }) => figureOf(cells[column]) !== undefined).length > 1,
      );
  const [column] = columns;
  if (column === undefined || columns.length > 1) return undefined;
  const named = termsOf(
    [first.table.header[0] ?? '', first.table.header[column] ?? '', first.table.caption ?? '', first.section].join(' '),
  );
  let sum = 0;
  let covered = 0;
  for (const [term, weight] of question.weights) {
    sum += weight;
    if (named.has(term) || ofRows.includes(term)) covered += weight;
  }
  const ranked = counted
    .map((unit) => ({ unit, figure: figureOf(unit.cells[column]) }))
    .filter((row): row is { unit: RowUnit; figure: number } => row.figure !== undefined)
    .toSorted((a, b) => (isLeast ? a.figure - b.figure : b.figure - a.figure));
  const placed = ranked[at];
  return placed === undefined ? undefined : { unit: placed.unit, column, coverage: sum === 0 ? 0 : covered / sum };
}

/**
 * Returns the terms that select some of the rows: "The highest temperature in Zwolle" concerns the rows with the cell
 * "Zwolle". A term of a heading selects none, and neither does one that occurs in different cells, such as remarks,
 * unless `mayDiffer`.
 */
export function termsOfRows(
  rows: readonly RowUnit[],
  { weights }: Pick<Question, 'weights'>,
  mayDiffer: (matching: readonly RowUnit[], term: string) => boolean = () => false,
): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { table, section } = first;
  const headings = termsOf([...table.header, table.caption ?? '', section].join(' '));
  return [...weights.keys()].filter((term) => {
    if (headings.has(term)) return false;
    const matching = rows.filter((row) => row.terms.has(term));
    if (matching.length < 2 || matching.length === rows.length) return false;
    return haveSameCell(matching, term) || mayDiffer(matching, term);
  });
}

const valuesOf = ({ names, cells }: RowUnit): string[] => [...names, ...cells];

function haveSameCell([first, ...others]: readonly RowUnit[], term: string): boolean {
  if (first === undefined) return false;
  const values = valuesOf(first).filter((value) => termsOf(value).has(term));
  return values.some((value) => others.every((row) => valuesOf(row).includes(value)));
}

/** "Day ticket child" and "Week ticket child" are of a child. "Revenue" is a row of its own beside "Cost of revenue". */
const isInNames = (matching: readonly RowUnit[], term: string): boolean =>
  matching.every(({ names }) => {
    const terms = termsOf(names.join(' '));
    return terms.has(term) && terms.size > 1;
  });

/** Returns the columns, other than the names, that have a year in each row. */
const columnsOfYears = (rows: readonly RowUnit[]): number[] =>
  (rows[0]?.cells ?? []).flatMap((_, column) =>
    column > 0 && rows.every(({ cells }) => /^\s*(?:1[5-9]|20)\d\d\s*$/.test(cells[column] ?? '')) ? [column] : [],
  );

/** Parses a figure. Parentheses mean negative: "(1,234.5)". */
function figureOf(cell: string | undefined): number | undefined {
  const digits = /-?\d[\d,]*(?:\.\d+)?/.exec((cell ?? '').replaceAll(/[−–]/g, '-'))?.[0];
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(',', ''));
  return cell?.trim().startsWith('(') === true ? -value : value;
}
