import { cellRowsOf } from '../lines.ts';
import type { Ruling, TextItem } from '../text-item.ts';
import type { Cell, Row } from './cell.ts';
import { columnsOf } from './columns.ts';
import { tableOf } from './header.ts';
import { logicalRows } from './rows.ts';
import { isValue, type PlacedTable } from './table.ts';

/** Longer cells are running text unless the adjacent column contains numbers. */
const maxCell = 60;
const maxTextCell = 34;
/** Maximum row distance within a table, in font sizes. */
const maxGap = 3.2;
/** Maximum consecutive single-cell rows within a table. */
const maxSingles = 3;
/** Relative to the font size of the rows above: a larger line is a heading rather than a label. */
const headingSize = 1.15;

/** Returns tables recognised by cell alignment, with or without rulings between rows. */
export function streamTables(
  items: readonly TextItem[],
  rulings: readonly Ruling[],
): { tables: PlacedTable[]; rest: TextItem[] } {
  const rows = cellRowsOf(items);
  const tables: PlacedTable[] = [];
  const usedItems = new Set<TextItem>();
  for (const group of groupsOf(rows)) {
    const area = tableIn(group, rulings);
    if (area === undefined) continue;
    tables.push(area.table);
    for (const row of area.rows)
      for (const { items: cellItems } of row) for (const item of cellItems) usedItems.add(item);
  }
  return { tables, rest: items.filter((item) => !usedItems.has(item)) };
}

const leaders = /(?:\.\s?){4,}/;

/** Returns whether a row may belong to a table: it has several short cells. */
const isCells = (row: Row): boolean =>
  row.length > 1 &&
  row.every(({ text }) => text.length <= maxCell && !leaders.test(text)) &&
  (row.slice(1).some(({ text }) => isValue(text)) || row.every(({ text }) => text.length <= maxTextCell));

/** Groups consecutive rows of cells, including single-cell rows between them. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let group: Row[] = [];
  let singles: Row[] = [];
  const flush = (): void => {
    if (group.length > 0) groups.push(group);
    group = [];
    singles = [];
  };
  let last: Row | undefined;
  for (const row of rows) {
    const size = row[0]?.size ?? 0;
    const gap = last === undefined ? 0 : yOf(row) - yOf(last);
    if (group.length > 0 && gap > maxGap * Math.max(size, last?.[0]?.size ?? 0)) flush();
    if (group.length > 0 && row.length === 1 && size > headingSize * largestIn(group)) flush();
    if (isCells(row)) {
      group.push(...singles, row);
      singles = [];
    } else if (group.length > 0 && row.length === 1 && (row[0] as Cell).text.length <= maxCell) {
      singles.push(row);
      if (singles.length > maxSingles) flush();
    } else {
      flush();
    }
    last = row;
  }
  flush();
  return groups;
}

const largestIn = (rows: readonly Row[]): number => Math.max(...rows.flat().map(({ size }) => size));

const yOf = (row: Row): number => row[0]?.y ?? 0;

function tableIn(group: readonly Row[], rulings: readonly Ruling[]) {
  const cells = group.filter((row) => row.length > 1);
  if (cells.length < 2) return undefined;
  const columns = columnsOf(cells);
  if (columns.length < 2) return undefined;
  const x0 = Math.min(...group.flat().map((cell) => cell.x0));
  const x1 = Math.max(...group.flat().map((cell) => cell.x1));
  const [y0, y1] = [yOf(group[0] as Row), yOf(group.at(-1) as Row)];
  const isRule = ({ axis, at, from, to }: Ruling): boolean =>
    axis === 'across' && at > y0 - 20 && at < y1 + 20 && to - from > 0.6 * (x1 - x0) && from < x1 && to > x0;
  const rules = rulings.filter(isRule).map(({ at }) => at);
  const grid = logicalRows(group, columns, rules);
  if (!isTable(grid.rows, rules.length)) return undefined;
  const table = tableOf(grid);
  if (table.rows.length === 0) return undefined;
  return { table: { table, x0, x1, y0, y1 }, rows: group };
}

/** Returns whether the rows form a table rather than accidentally aligned words. */
function isTable(rows: readonly (readonly string[])[], rules: number): boolean {
  const full = rows.filter((row) => row.filter((cell) => cell !== '').length > 1);
  if (full.length < 2) return false;
  const rest = full.flatMap((row) => row.slice(1).filter((cell) => cell !== ''));
  const figures = rest.filter(isValue).length;
  if (figures >= 0.4 * rest.length) return true;
  const columns = Math.max(...full.map((row) => row.length));
  const typical = rest.map(({ length }) => length).toSorted((a, b) => a - b)[Math.floor(rest.length / 2)] ?? 0;
  if (rules >= 2) return typical <= maxCell;
  return full.length >= 3 && (columns >= 3 ? typical <= 25 : typical <= 20);
}
