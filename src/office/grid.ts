import { tableOf } from '../pdf/tables/header.ts';
import { isValue, isYear, type Table } from '../pdf/tables/table.ts';

/** Rows of cells as they are in the file. */
export interface SheetGrid {
  readonly rows: readonly (readonly string[])[];
  /** Number of rows that the file marks as its header. */
  readonly headerRows?: number;
  /** Numbers of the rows in the file. */
  readonly numbers?: readonly number[];
}

/** Returns a table with its header; undefined if no cell has text. */
export function tableFrom({ rows: all, headerRows, numbers }: SheetGrid): Table | undefined {
  const filled = all.flatMap((cells, i) =>
    cells.some((cell) => cell !== '') ? [{ cells, number: numbers?.[i] }] : [],
  );
  if (filled.length === 0) return undefined;
  const rows = filled.map(({ cells }) => cells);
  const table = tableOf({ rows, headerRows: headerRows ?? headerRowsOf(rows) });
  if (numbers === undefined || table.rows.length === 0) return table;
  const rowNumbers = filled.slice(-table.rows.length).flatMap(({ number }) => (number === undefined ? [] : [number]));
  return { ...table, rowNumbers };
}

/**
 * Returns the number of header rows: at most a title in a row of its own and one row of column names. A column name is
 * not a figure. A table of two columns may be a form of names and values, so its header must have figures below it.
 */
function headerRowsOf(rows: readonly (readonly string[])[]): number {
  const width = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;
  const titles = rows.length > 2 && width(rows[0] ?? []) === 1 && width(rows[1] ?? []) > 1 ? 1 : 0;
  const [names = [], ...below] = rows.slice(titles);
  const isNamed = width(names) > 1 && below.length > 0 && names.every((cell) => !isValue(cell) || isYear(cell));
  if (!isNamed) return titles;
  const isAboveFigures = names.some((name, column) => name !== '' && below.some((row) => isValue(row[column] ?? '')));
  return titles + (width(names) > 2 || isAboveFigures ? 1 : 0);
}
