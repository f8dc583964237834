import { patternOf } from '../language/match.ts';
import { figureOf, tablesOf } from './extreme.ts';
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
 * were there in total?" Returns undefined if the question asks for none, the table has a row of totals, or a row has no
 * figure.
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
  if (column === undefined || others.length > 0 || unsummed.test(head)) return undefined;
  const named = new Set([...questionTerms(head), ...termsOf([first.table.caption ?? '', first.section].join(' '))]);
  const rest = [...question.weights].filter(
    ([term]) => !named.has(term) && !termsOf(first.table.header[0] ?? '').has(term),
  );
  // What the heading does not name must name rows: "How much rain fell in total in Almere?"
  const ofRows = rest.filter(([term]) => rows.some((row) => row.terms.has(term)));
  const covered = weightOf([...question.weights]) - weightOf(rest) + weightOf(ofRows);
  if (covered < minCoverage * weightOf([...question.weights])) return undefined;
  if ([...question.names].some((name) => !named.has(name) && !ofRows.some(([term]) => term === name))) return undefined;
  const summed = rows.filter((row) => ofRows.every(([term]) => row.terms.has(term)) && isOfYears(row, question));
  const figures = summed.map(({ cells }) => figureOf(cells[column]));
  if (summed.length < 2 || figures.some((figure) => figure === undefined)) return undefined;
  const sum = figures.reduce<number>((all, figure) => all + (figure as number), 0);
  const decimals = Math.max(...summed.map(({ cells }) => /\.(\d+)/.exec(cells[column] ?? '')?.[1]?.length ?? 0));
  const cells = first.cells.map((_, i) => (i === column ? formatted(sum, decimals) : ''));
  const place = first.place.replace(/, row \d+$/, '');
  const unit: RowUnit = { ...first, place, names: [`Sum of ${summed.length} rows`], cells };
  return { unit, columns: [column], coverage: 1, similarity: undefined, score: 1 };
}

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

const formatted = (sum: number, decimals: number): string =>
  sum.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
