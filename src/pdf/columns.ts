import { rowsOf } from './lines.ts';
import type { Line } from './text-item.ts';

/** With fewer or shorter lines it is not a text column but table cells, which are read row by row. */
const minColumnLines = 4;
const minColumnCharacters = 18;
/** Maximum share of lines that may cross the gap between two columns, as headings do. */
const maxAcross = 0.3;
const maxDepth = 6;
/** Maximum candidate column edges to try. */
const maxEdges = 40;

/** Returns blocks of lines in reading order; within a block, each line is a whole row. */
export function blocksOf(lines: readonly Line[], depth = 0): Line[][] {
  const rows = rowsOf(lines);
  const cells = new Set(rows.filter(isOfCells).flat());
  const edge = depth < maxDepth ? columnEdge(lines.filter((line) => !cells.has(line))) : undefined;
  if (edge === undefined) return lines.length === 0 ? [] : [rows.flatMap(wholeRow)];
  const blocks: Line[][] = [];
  let band: Sides = { left: [], right: [], across: [] };
  const flush = (): void => {
    if (band.across.length > 0) blocks.push(band.across);
    blocks.push(...blocksOf(band.left, depth + 1), ...blocksOf(band.right, depth + 1));
    band = { left: [], right: [], across: [] };
  };
  for (const row of rows) {
    const { left, right, across } = sidesOf(isOfCells(row) ? wholeRow(row) : row, edge);
    if (across.length > 0 && band.left.length + band.right.length > 0) flush();
    band.across.push(...across);
    band.left.push(...left);
    band.right.push(...right);
  }
  flush();
  return blocks;
}

/** Returns whether a row consists of table cells rather than lines of adjacent text columns. */
const isOfCells = (row: readonly Line[]): boolean =>
  row.length > 1 && row.every(({ text, table }) => text.length < minColumnCharacters && table === undefined);

interface Sides {
  readonly left: Line[];
  readonly right: Line[];
  readonly across: Line[];
}

function sidesOf(lines: readonly Line[], edge: number): Sides {
  const sides: Sides = { left: [], right: [], across: [] };
  for (const line of lines) {
    const side = line.x0 >= edge - 1 ? sides.right : line.x1 <= edge ? sides.left : sides.across;
    side.push(line);
  }
  return sides;
}

/** Returns the left edge of the right column; undefined if there is only one column. */
function columnEdge(lines: readonly Line[]): number | undefined {
  let best: { edge: number; lines: number } | undefined;
  for (const edge of edgesOf(lines)) {
    const { left, right, across } = sidesOf(lines, edge);
    if (!isColumn(left) || !isColumn(right) || across.length > maxAcross * lines.length) continue;
    if (!overlap(left, right)) continue;
    const fewer = Math.min(left.length, right.length);
    if (best === undefined || fewer > best.lines) best = { edge, lines: fewer };
  }
  return best?.edge;
}

/** Returns x positions where several lines begin, most common first. */
function edgesOf(lines: readonly Line[]): number[] {
  const counts = new Map<number, number>();
  for (const { x0 } of lines) counts.set(Math.round(x0), (counts.get(Math.round(x0)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= minColumnLines - 1)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxEdges)
    .map(([edge]) => edge);
}

const isColumn = (lines: readonly Line[]): boolean =>
  lines.length >= minColumnLines &&
  lines.reduce((sum, { text }) => sum + text.length, 0) >= minColumnCharacters * lines.length;

/** Columns must overlap vertically; otherwise they are one text with different indents. */
function overlap(left: readonly Line[], right: readonly Line[]): boolean {
  const inside = (lines: readonly Line[], others: readonly Line[]) => {
    const ys = others.map(({ y }) => y);
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    return lines.filter(({ y }) => y >= top && y <= bottom).length;
  };
  return Math.min(inside(left, right), inside(right, left)) >= minColumnLines - 1;
}

/** Joins the text of a row into one line; tables stay separate. */
function wholeRow(row: readonly Line[]): Line[] {
  const cells = row.filter(({ table }) => table === undefined).toSorted((a, b) => a.x0 - b.x0);
  const tables = row.filter(({ table }) => table !== undefined);
  if (cells.length === 0) return tables;
  const whole = {
    text: cells.map(({ text }) => text).join(' '),
    x0: Math.min(...cells.map(({ x0 }) => x0)),
    x1: Math.max(...cells.map(({ x1 }) => x1)),
    y: cells[0]?.y ?? 0,
    size: Math.max(...cells.map(({ size }) => size)),
    bold: cells.every(({ bold }) => bold),
  };
  return [whole, ...tables];
}
