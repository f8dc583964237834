import type { Cell, Row } from './cell.ts';

export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** Share of the largest cell count: rows with fewer cells may contain cells that span columns. */
const fullShare = 0.6;
/** In points: closer columns are merged unless some row fills both. */
const maxSplit = 40;

/** Derives columns from cells that overlap vertically. */
export function columnsOf(rows: readonly Row[]): Column[] {
  const most = mostCells(rows);
  const full = rows.filter((row) => row.length >= Math.max(2, fullShare * most));
  let columns: Column[] = [];
  for (const { x0, x1 } of full.flat().toSorted((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1);
    if (last !== undefined && x0 < last.x1 - 0.5)
      columns[columns.length - 1] = { x0: last.x0, x1: Math.max(last.x1, x1) };
    else columns.push({ x0, x1 });
  }
  for (let i = columns.length - 1; i > 0; i--) {
    const [left, right] = [columns[i - 1], columns[i]] as [Column, Column];
    const fillsBoth = full.some((row) => isIn(row, left) && isIn(row, right));
    if (fillsBoth || right.x0 - left.x1 > maxSplit) continue;
    columns = columns.toSpliced(i - 1, 2, { x0: left.x0, x1: right.x1 });
  }
  return columns;
}

/** Returns the cell count of the fullest rows, ignoring an accidentally fuller one. */
function mostCells(rows: readonly Row[]): number {
  const counts = rows.map(({ length }) => length).toSorted((a, b) => b - a);
  return counts[Math.floor(counts.length / 5)] ?? 0;
}

const isIn = (row: Row, { x0, x1 }: Column): boolean => row.some((cell) => cell.x0 < x1 && cell.x1 > x0);

/** Returns the first column that a cell covers and how many it spans. */
export function placed(cell: Cell, columns: readonly Column[]): { column: number; span: number } {
  const over = columns.flatMap(({ x0, x1 }, i) => (cell.x0 < x1 - 1 && cell.x1 > x0 + 1 ? [i] : []));
  if (over.length > 0) return { column: over[0] as number, span: over.length };
  const distance = ({ x0, x1 }: Column): number => Math.max(x0 - cell.x1, cell.x0 - x1);
  const distances = columns.map(distance);
  return { column: distances.indexOf(Math.min(...distances)), span: 1 };
}
