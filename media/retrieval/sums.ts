import { patternOf } from '../language/match.ts';
import { tablesOf, termsOfRows } from './extreme.ts';
import { columnsFor, type Hit, type Question } from './search.ts';
import { questionTerms, termsOf } from './terms.ts';
import type { RowUnit, Units } from './units.ts';

const asksSum = patternOf(({ retrieval }) => retrieval?.sums.asksSum);
const summary = patternOf(({ retrieval }) => retrieval?.extreme.summary);
/** Columns whose figures have no sum: prices, shares, averages, years. */
const unsummed = patternOf(({ retrieval }) => retrieval?.sums.unsummed);
/** The verb of a question is in no heading: "How much rain fell in total?" */
const minCoverage = 0.45;

/**
 * Returns the sum of a column over the rows that the question names, or over all rows of its table: "How many births
 * were there in total?" Returns undefined if the question asks for none, the table has a row of totals, or the cells
 * are not figures of one unit.
 */
export function sumOf(question: Question, units: Units): Hit | undefined {
  if (!asksSum.test(question.text) || question.figures.length > 0) return undefined;
  const sums = tablesOf(units).flatMap((rows) => inTable(rows, question) ?? []);
  const [only] = sums;
  return sums.length === 1 ? only : undefined;
}

function inTable(rows: readonly RowUnit[], question: Question): Hit | undefined {
  const [first] = rows;
  if (first === undefined || rows.length < 2 || rows.some(({ names }) => summary.test(names.join(' '))))
    return undefined;
  const [column, ...others] = columnsFor(first, question);
  const head = first.table.header[column ?? 0] ?? '';
  if (column === undefined || others.length > 0 || unsummed.test(head) || isNameOfSum(head, question)) return undefined;
  const named = new Set([...questionTerms(head), ...termsOf([first.table.caption ?? '', first.section].join(' '))]);
  const rest = [...question.weights].filter(
    ([term]) => !named.has(term) && !termsOf(first.table.header[0] ?? '').has(term),
  );
  // What the heading does not name must name rows: "How much rain fell in total in Almere?"
  const inRows = rest.filter(([term]) => rows.some((row) => row.terms.has(term)));
  const ofRows = termsOfRows(rows, question);
  // "Revenue" occurs in "Revenue" and in "Cost of revenue", which have no sum.
  if (inRows.some(([term]) => !ofRows.includes(term) && !rows.every((row) => row.terms.has(term)))) return undefined;
  const covered = weightOf([...question.weights]) - weightOf(rest) + weightOf(inRows);
  if (covered < minCoverage * weightOf([...question.weights])) return undefined;
  if ([...question.names].some((name) => !named.has(name) && !inRows.some(([term]) => term === name))) return undefined;
  const summed = rows.filter((row) => ofRows.every((term) => row.terms.has(term)) && isOfYears(row, question));
  if (summed.length < 2) return undefined;
  const sum = sumOfCells(summed.map(({ cells }) => cells[column] ?? ''));
  if (sum === undefined) return undefined;
  const cells = first.cells.map((_, i) => (i === column ? sum : ''));
  const place = first.place.replace(/, row \d+$/, '');
  const unit: RowUnit = { ...first, place, names: [`Sum of ${summed.length} rows`], cells };
  return { unit, columns: [column], coverage: 1, similarity: undefined, score: 1 };
}

/** "What is the sum insured?" asks for the column of this name. */
const isNameOfSum = (head: string, { text }: Question): boolean =>
  asksSum.test(head) && text.toLowerCase().includes(head.trim().toLowerCase());

const isOfYears = ({ table, years, cells }: RowUnit, question: Question): boolean =>
  question.years.size === 0 ||
  [...question.years].some(
    (year) =>
      years.has(year) ||
      table.header.some((head) => head.includes(String(year))) ||
      cells.some((cell) => cell.includes(String(year))),
  );

const weightOf = (terms: readonly (readonly [string, number])[]): number =>
  terms.reduce((sum, [, weight]) => sum + weight, 0);

interface Figure {
  readonly value: number;
  readonly decimals: number;
  /** Text before and after the digits, such as a currency or a unit. */
  readonly unit: readonly [string, string];
}

const oneFigure = /^([^\d()-]*)(\(?)(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(\)?)([^\d()]*)$/;

/** Parses a cell that contains one figure. Dates, times, ranges and decimal commas have none. Parentheses mean negative. */
function figureIn(cell: string): Figure | undefined {
  const match = oneFigure.exec(cell.replaceAll(/[−–]/g, '-').trim());
  if (match === null) return undefined;
  const [, before = '', open, minus, whole = '', fraction = '', close, after = ''] = match;
  if ((open === '') !== (close === '')) return undefined;
  const value = Number(`${whole.replaceAll(',', '')}.${fraction || '0'}`);
  const isNegative = (open !== '') !== (minus !== '');
  return { value: isNegative ? -value : value, decimals: fraction.length, unit: [before.trim(), after.trim()] };
}

const isYear = ({ value, decimals }: Figure): boolean => decimals === 0 && value >= 1900 && value <= 2100;

/** Returns the sum with the unit of the cells, or undefined if they are not figures of one unit. */
function sumOfCells(cells: readonly string[]): string | undefined {
  const figures = cells.flatMap((cell) => figureIn(cell) ?? []);
  const [first] = figures;
  if (first === undefined || figures.length < cells.length || figures.every(isYear)) return undefined;
  const [before, after] = first.unit;
  if (after.startsWith('%') || !figures.every(({ unit }) => unit[0] === before && unit[1] === after)) return undefined;
  const decimals = Math.max(...figures.map((figure) => figure.decimals));
  // "1.234" beside "950" has a point between thousands.
  if (decimals === 3 && figures.some((figure) => figure.decimals === 0)) return undefined;
  const sum = figures.reduce((all, { value }) => all + value, 0);
  const digits = sum.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return [before, digits, after].filter((text) => text !== '').join(' ');
}
