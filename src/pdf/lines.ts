import { withoutLetterSpacing } from './letter-spaced.ts';
import type { Cell, Row } from './tables/cell.ts';
import type { Line, TextItem } from './text-item.ts';

/** Relative to the font size: baselines closer than this belong to one row. */
const rowTolerance = 0.4;
/**
 * Relative to the font size: a wider gap than `spaceGap` is a space; one wider than `lineGap` ends the line, as it may
 * separate columns.
 */
const spaceGap = 0.15;
const lineGap = 1.4;
/** Table cells may be closer together than text columns. */
const cellGap = 0.95;

/** Returns lines sorted top to bottom, then left to right. */
export const linesOf = (items: readonly TextItem[]): Line[] =>
  rowsOf(items.filter(({ text }) => text.trim() !== '')).flatMap(splitRow);

export function rowsOf<T extends { readonly y: number; readonly size: number }>(items: readonly T[]): T[][] {
  const rows: T[][] = [];
  let rowY = Number.NEGATIVE_INFINITY;
  for (const item of items.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row !== undefined && item.y - rowY <= rowTolerance * Math.min(item.size, row[0]?.size ?? item.size)) {
      row.push(item);
    } else {
      rows.push([item]);
      rowY = item.y;
    }
  }
  return rows;
}

/** Returns rows top to bottom, each with its cells left to right. */
export const cellRowsOf = (items: readonly TextItem[]): Row[] =>
  rowsOf(items.filter(({ text }) => text.trim() !== '')).map((row) => split(row, cellGap));

const splitRow = (row: readonly TextItem[]): Line[] => split(row, lineGap);

function split(row: readonly TextItem[], widest: number): Cell[] {
  const lines: Cell[] = [];
  for (const item of row.toSorted((a, b) => a.x - b.x)) {
    const last = lines.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : item.x - last.x1;
    if (last === undefined || gap > widest * Math.max(item.size, last.size)) lines.push(lineFrom(item));
    else lines[lines.length - 1] = joined(last, item, gap);
  }
  return lines.map((line) => ({
    ...line,
    text: withoutLetterSpacing(line.text, line.items).replaceAll(/\s+/g, ' ').trim(),
  }));
}

const lineFrom = (item: TextItem): Cell => {
  const { text, x, y, width, size, bold } = item;
  return { text, x0: x, x1: x + width, y, size, bold, items: [item] };
};

function joined(line: Cell, item: TextItem, gap: number): Cell {
  const space = gap > spaceGap * item.size ? ' ' : '';
  return {
    text: line.text + space + item.text,
    x0: line.x0,
    x1: Math.max(line.x1, item.x + item.width),
    y: line.y,
    size: Math.max(line.size, item.size),
    bold: line.bold && item.bold,
    items: [...line.items, item],
  };
}
