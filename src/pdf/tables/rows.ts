import type { Row } from './cell.ts';
import { type Column, placed } from './columns.ts';
import type { Grid } from './header.ts';
import { isValue, isYear } from './table.ts';

/** A printed line by column; a cell that spans columns is repeated in each. */
interface Printed {
  readonly y: number;
  readonly cells: readonly string[];
}

/** Lines of one cell are closer than rows, by at least this factor. */
const closer = 0.82;
const goesOn = /(?:[,\-–&]|\b(?:and|or|of|for|to|in|on|by|from|with|the|a|at|per))$/i;

/** Joins lines that form one row: by rulings between rows if there are enough, otherwise by distance and content. */
export function logicalRows(lines: readonly Row[], columns: readonly Column[], rules: readonly number[]): Grid {
  const plain = lines.map((row) => printedOf(row, columns));
  const first = plain.findIndex(isFigures);
  const printed = plain.map((line, i) =>
    namesOver(plain, i, first) ? spreadOver(line, lines[i] as Row, columns) : line,
  );
  const inside = rules.filter((at) => at > (printed[0]?.y ?? 0) && at < (printed.at(-1)?.y ?? 0));
  const isRuledApart = inside.length >= 3 && inside.length >= (printed.length - 1) / 3;
  const joined = isRuledApart ? byRules(printed, inside) : byContent(printed, Math.max(first, 0));
  if (first > 0) return { rows: joined };
  const isRuledHeader =
    first === -1 && inside.length > 0 && printed.filter(({ y }) => y < (inside[0] as number)).length > 0;
  if (!isRuledHeader) return { rows: joined };
  const above = printed.filter(({ y }) => y < (inside[0] as number)).length;
  return { rows: joined, headerRows: above <= 3 ? 1 : 0 };
}

const isFigures = ({ cells }: Printed): boolean => cells.slice(1).some((cell) => isValue(cell) && !isYear(cell));

function printedOf(row: Row, columns: readonly Column[]): Printed {
  const cells = columns.map(() => '');
  for (const cell of row) {
    const { column, span } = placed(cell, columns);
    // The first column names rows: a cell that spans from it is not a header of others.
    const isName = column === 0;
    for (let i = column; i < (isName ? column + 1 : column + span); i++)
      cells[i] = cells[i] === '' ? cell.text : `${cells[i]} ${cell.text}`;
  }
  return { y: row[0]?.y ?? 0, cells };
}

/** Returns whether a header line has fewer names than one below it, so that each name spans several columns. */
const namesOver = (printed: readonly Printed[], i: number, first: number): boolean => {
  const filledCells = filled(printed[i]?.cells ?? []).length;
  return printed.slice(i + 1, Math.max(first, 0)).some(({ cells }) => filled(cells).length > filledCells);
};

/** Assigns each column the name closest to its centre. */
function spreadOver(line: Printed, row: Row, columns: readonly Column[]): Printed {
  const names = row.filter((cell) => placed(cell, columns).column > 0);
  if (names.length === 0) return line;
  const middle = ({ x0, x1 }: Column): number => (x0 + x1) / 2;
  const nearest = (column: Column): string =>
    names.toSorted((a, b) => Math.abs(middle(a) - middle(column)) - Math.abs(middle(b) - middle(column)))[0]?.text ??
    '';
  return { y: line.y, cells: columns.map((column, i) => (i === 0 ? (line.cells[0] as string) : nearest(column))) };
}

function byRules(printed: readonly Printed[], rules: readonly number[]): string[][] {
  const rows: string[][] = [];
  let band = -1;
  for (const line of printed) {
    const ruleCount = rules.filter((at) => at < line.y).length;
    if (ruleCount === band) rows.push(joinCells(rows.pop() as string[], line.cells));
    else rows.push([...line.cells]);
    band = ruleCount;
  }
  return rows;
}

function byContent(printed: readonly Printed[], first: number): string[][] {
  const rows: { cells: string[]; y: number; isOpen: boolean }[] = [];
  const usual = usualDistance(printed.slice(first));
  printed.forEach((line, i) => {
    const last = rows.at(-1);
    const isClose = last !== undefined && line.y - last.y < closer * usual;
    if (i > first && last !== undefined && i > 0 && (last.isOpen || isMore(line, last.cells, isClose))) {
      rows[rows.length - 1] = {
        cells: joinCells(last.cells, line.cells),
        y: line.y,
        isOpen: isHalf(line, printed[i + 1], usual),
      };
    } else {
      rows.push({ cells: [...line.cells], y: line.y, isOpen: i >= first && isHalf(line, printed[i + 1], usual) });
    }
  });
  return rows.map(({ cells }) => cells);
}

const filled = (cells: readonly string[]): number[] => cells.flatMap((cell, i) => (cell === '' ? [] : [i]));

/** Returns whether a line continues the row above it. */
function isMore(line: Printed, above: readonly string[], isClose: boolean): boolean {
  const filledCells = filled(line.cells);
  if (filledCells.some((i) => i > 0 && isValue(line.cells[i] as string))) return false;
  if (filledCells.some((i) => above[i] === '')) return false;
  if (isClose) return true;
  if (filledCells[0] !== 0) return true;
  const text = line.cells[0] as string;
  const hasFigures = above.slice(1).some((cell) => cell !== '');
  return filledCells.length === 1 && hasFigures && (/^[\p{Ll}(]/u.test(text) || goesOn.test(above[0] as string));
}

/** Returns whether a line is the first part of a row name whose numbers are on the next line. */
function isHalf(line: Printed, next: Printed | undefined, usual: number): boolean {
  if (next === undefined || filled(line.cells).join() !== '0') return false;
  const name = next.cells[0] as string;
  if (name === '' || filled(next.cells).length < 2) return false;
  return goesOn.test(line.cells[0] as string) || /^[\p{Ll}(]/u.test(name) || next.y - line.y < closer * usual;
}

const joinCells = (above: readonly string[], below: readonly string[]): string[] =>
  above.map((cell, i) => [cell, below[i] ?? ''].filter((part) => part !== '').join(' '));

/**
 * Returns the median distance between adjacent lines that both contain numbers or, if there are none, between all
 * adjacent lines.
 */
function usualDistance(printed: readonly Printed[]): number {
  const pairs = printed.slice(1).map((line, i) => [printed[i] as Printed, line] as const);
  const full = pairs.filter((pair) => pair.every(isFigures));
  const distances = (full.length > 0 ? full : pairs).map(([above, below]) => below.y - above.y);
  return distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
}
