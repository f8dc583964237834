import { isValue, isYear, type Table } from './table.ts';

/** Rows as printed; a header cell that spans columns is repeated in each. */
export interface Grid {
  readonly rows: readonly (readonly string[])[];
  /** Number of header rows, if the rulings show it. */
  readonly headerRows?: number;
}

const maxHeaderRows = 5;

/** Splits a grid into header and data rows. */
export function tableOf({ rows: all, headerRows }: Grid): Table {
  const { rows, caption } = titled(withoutSigns(all.filter((row) => row.some((cell) => cell !== ''))));
  const titleRows = caption === undefined ? 0 : 1;
  const usedColumns = columnsUsed(rows);
  const used = rows.map((row) => usedColumns.map((column) => row[column] ?? ''));
  const count = Math.max(
    0,
    Math.min(headerRows === undefined ? headerRowsOf(used) : headerRows - titleRows, used.length - 1, maxHeaderRows),
  );
  const names = usedColumns.map((_, column) => nameOf(used.slice(0, count).map((row) => row[column] as string)));
  const titles = caption === undefined ? {} : { caption };
  return { ...titles, header: count > 0 ? names : usedColumns.map(() => ''), rows: used.slice(count) };
}

/** Treats a single-cell first row above the column names as the table's title. */
function titled(rows: readonly (readonly string[])[]) {
  const [first, second] = rows;
  if (first === undefined || second === undefined || rows.length < 3 || !isLabel(first)) return { rows };
  const isNames = second.slice(1).some((cell) => cell !== '') && second.every((cell) => !isValue(cell) || isYear(cell));
  return isNames ? { rows: rows.slice(1), caption: first[0] as string } : { rows };
}

const columnsUsed = (rows: readonly (readonly string[])[]): number[] =>
  Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, column) => column).filter((column) =>
    rows.some((row) => (row[column] ?? '') !== ''),
  );

/** Counts the rows above the first numbers. Years are column names unless all values are years. */
function headerRowsOf(rows: readonly (readonly string[])[]): number {
  const isFigures = (row: readonly string[]): boolean => row.slice(1).some((cell) => isValue(cell) && !isYear(cell));
  const first = rows.findIndex(isFigures);
  if (first === -1) return rows.length > 1 && rows[0]?.slice(1).every((cell) => cell !== '') ? 1 : 0;
  // A label of the rows below is not a header row.
  let count = first;
  while (count > 1 && isLabel(rows[count - 1] as readonly string[])) count -= 1;
  if (count === 1 && isLabel(rows[0] as readonly string[])) return 0;
  return count;
}

const isLabel = (row: readonly string[]): boolean => row[0] !== '' && row.slice(1).every((cell) => cell === '');

const nameOf = (parts: readonly string[]): string =>
  parts.filter((part, i) => part !== '' && part !== parts[i - 1]).join(' ');

const signs = /^(?:[$€£₹¥%)]|US\$|Rs\.?)$/;

/** Merges currency and percent signs in their own column into the adjacent number. */
function withoutSigns(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  let current = rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''));
  for (let column = width - 1; column > 0; column--) {
    const cells = current.map((row) => row[column] as string).filter((cell) => cell !== '');
    if (cells.length === 0 || !cells.every((cell) => signs.test(cell))) continue;
    const isBefore = cells.some((cell) => !/[%)]/.test(cell)) && column + 1 < (current[0]?.length ?? 0);
    current = current.map((row) => {
      const sign = row[column] as string;
      const target = isBefore ? column + 1 : column - 1;
      const joined = isBefore ? sign + row[target] : row[target] + sign;
      return row.map((cell, i) => (i === target && sign !== '' ? joined : cell)).filter((_, i) => i !== column);
    });
  }
  return current;
}
