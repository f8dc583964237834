import { linesOf, rowsOf } from '../lines.ts';
import type { Ruling, TextItem } from '../text-item.ts';
import { tableOf } from './header.ts';
import { isValue, type PlacedTable } from './table.ts';

/** In points: closer rulings are merged, and rulings meet within this distance. */
const near = 2.5;
/** Minimum share of non-empty cells: a chart with grid lines has its text outside. */
const minFilled = 0.3;
const maxSide = 200;

/** Returns tables with ruled columns and rows, and the text outside them. */
export function latticeTables(
  items: readonly TextItem[],
  rulings: readonly Ruling[],
): { tables: PlacedTable[]; rest: TextItem[] } {
  const tables: PlacedTable[] = [];
  let rest = [...items];
  for (const grid of gridsOf(rulings)) {
    const [x0, x1] = [grid.xs[0] as number, grid.xs.at(-1) as number];
    const [y0, y1] = [grid.ys[0] as number, grid.ys.at(-1) as number];
    const isInside = ({ x, y, width, size }: TextItem): boolean => {
      const [middle, centre] = [x + width / 2, y - size * 0.3];
      return middle > x0 && middle < x1 && centre > y0 && centre < y1;
    };
    const inside = rest.filter(isInside);
    const table = inside.length === 0 ? undefined : tableIn(grid, inside);
    if (table === undefined) continue;
    const baselines = inside.map(({ y }) => y);
    tables.push({ table, x0, x1, y0: Math.min(...baselines), y1: Math.max(...baselines) });
    rest = rest.filter((item) => !isInside(item));
  }
  return { tables, rest };
}

interface RuledGrid {
  /** Edges of columns and of rows, in order. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly rulings: readonly Ruling[];
}

/** Groups rulings that meet into grids; a grid needs at least two columns and one row. */
function gridsOf(rulings: readonly Ruling[]): RuledGrid[] {
  const across = merged(rulings.filter(({ axis }) => axis === 'across'));
  const down = merged(rulings.filter(({ axis }) => axis === 'down'));
  const groups: Ruling[][] = [];
  const left = new Set([...across, ...down]);
  for (const first of left) {
    left.delete(first);
    const group = [first];
    for (const ruling of group) {
      for (const other of ruling.axis === 'across' ? down : across) {
        if (!left.has(other) || !meet(ruling, other)) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups.flatMap((group) => {
    const edges = (axis: Ruling['axis']) => clustered(group.filter((each) => each.axis === axis).map(({ at }) => at));
    const [xs, ys] = [edges('down'), edges('across')];
    const isGrid = xs.length >= 3 && ys.length >= 2 && xs.length <= maxSide && ys.length <= 10 * maxSide;
    return isGrid ? [{ xs, ys, rulings: group }] : [];
  });
}

const meet = (a: Ruling, b: Ruling): boolean =>
  b.at >= a.from - near && b.at <= a.to + near && a.at >= b.from - near && a.at <= b.to + near;

/** Merges the segments of each ruling. */
function merged(rulings: readonly Ruling[]): Ruling[] {
  const found: Ruling[] = [];
  const sorted = rulings.toSorted((a, b) => a.at - b.at || a.from - b.from);
  for (let i = 0; i < sorted.length; ) {
    const at = (sorted[i] as Ruling).at;
    let end = i;
    while (end < sorted.length && (sorted[end] as Ruling).at - at <= near / 2) end += 1;
    for (const ruling of sorted.slice(i, end).toSorted((a, b) => a.from - b.from)) {
      const last = found.at(-1);
      const isSame = last !== undefined && last.at === at && ruling.from <= last.to + near;
      if (isSame) found[found.length - 1] = { ...last, to: Math.max(last.to, ruling.to) };
      else found.push({ ...ruling, at });
    }
    i = end;
  }
  return found;
}

function clustered(values: readonly number[]): number[] {
  const positions: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    if (positions.length === 0 || value - (positions.at(-1) as number) > near) positions.push(value);
  }
  return positions;
}

function tableIn(grid: RuledGrid, items: readonly TextItem[]): PlacedTable['table'] | undefined {
  const { xs, ys } = grid;
  const [columns, bands] = [xs.length - 1, ys.length - 1];
  const owner = cellOwners(grid);
  const held = new Map<number, TextItem[]>();
  for (const item of items) {
    const column = bandOf(xs, item.x + item.width / 2);
    const row = bandOf(ys, item.y - item.size * 0.3);
    const cell = owner[row * columns + column] as number;
    held.set(cell, [...(held.get(cell) ?? []), item]);
  }
  if (held.size < Math.max(2, minFilled * new Set(owner).size)) return undefined;
  const rows: string[][] = [];
  let firstBandRows = 0;
  for (let band = 0; band < bands; band++) {
    const cells = Array.from({ length: columns }, (_, column) => owner[band * columns + column] as number);
    const bandCells = new Set(cells.filter((cell) => Math.floor(cell / columns) === band));
    const split = baselinesIn([...bandCells].map((cell) => held.get(cell) ?? []));
    for (const isPart of split) {
      const textOf = (cell: number): string => {
        const part = (held.get(cell) ?? []).filter((item) => !bandCells.has(cell) || isPart(item.y));
        return linesOf(part)
          .map(({ text }) => text)
          .join(' ');
      };
      rows.push(spread(cells, textOf));
    }
    if (band === 0) firstBandRows = split.length;
  }
  const isOfTwo = rows.filter((row) => row.filter((cell) => cell !== '').length > 1).length;
  if (rows.length < 2 || isOfTwo < 2) return undefined;
  return tableOf({ rows, ...(headerRowsIn(rows, firstBandRows) ?? {}) });
}

/** Detects a header row of names above rows without numbers. */
function headerRowsIn(rows: readonly (readonly string[])[], firstBandRows: number) {
  if (rows.slice(1).some((row) => row.slice(1).some(isValue))) return undefined;
  return firstBandRows === 1 && (rows[0] as readonly string[]).every((cell) => cell !== '')
    ? { headerRows: 1 }
    : undefined;
}

/** Repeats a cell that spans several columns in each of them, unless it spans the whole row. */
function spread(cells: readonly number[], textOf: (cell: number) => string): string[] {
  const isWhole = new Set(cells).size === 1;
  return cells.map((cell, column) => (isWhole && column > 0 ? '' : textOf(cell)));
}

/** Maps each cell to the first cell that no ruling separates it from. */
function cellOwners({ xs, ys, rulings }: RuledGrid): number[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const parent = Array.from({ length: columns * rows }, (_, cell) => cell);
  const root = (cell: number): number => (parent[cell] === cell ? cell : root(parent[cell] as number));
  const join = (a: number, b: number): void => {
    const [first, second] = [root(a), root(b)].toSorted((x, y) => x - y) as [number, number];
    parent[second] = first;
  };
  const middle = (edges: readonly number[], i: number) => ((edges[i] as number) + (edges[i + 1] as number)) / 2;
  const across = rulings.filter(({ axis }) => axis === 'across');
  const down = rulings.filter(({ axis }) => axis === 'down');
  const isRuled = (among: readonly Ruling[], at: number, beside: number): boolean =>
    among.some((each) => Math.abs(each.at - at) <= near && each.from - near <= beside && each.to + near >= beside);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const [x, y] = [middle(xs, column), middle(ys, row)];
      if (column + 1 < columns && !isRuled(down, xs[column + 1] as number, y)) join(cell, cell + 1);
      if (row + 1 < rows && !isRuled(across, ys[row + 1] as number, x)) join(cell, cell + columns);
    }
  }
  return parent.map((_, cell) => root(cell));
}

const bandOf = (edges: readonly number[], at: number): number => {
  const next = edges.findIndex((edge) => edge > at);
  return Math.min(Math.max(0, (next === -1 ? edges.length : next) - 1), edges.length - 2);
};

/** Splits a ruled band into rows if at least two columns have several lines and one has a number on each line. */
function baselinesIn(cells: readonly (readonly TextItem[])[]): ((y: number) => boolean)[] {
  const rows = rowsOf(cells.flat());
  const linesIn = cells.map((cell) => linesOf(cell).map(({ text }) => text));
  const isSplit = linesIn
    .slice(1)
    .some((lines) => lines.length > 1 && lines.length >= rows.length - 1 && lines.every(isValue));
  const several = linesIn.filter((lines) => lines.length > 1).length;
  if (!isSplit || several < 2) return [() => true];
  return rows.map((row) => {
    const ys = new Set(row.map(({ y }) => y));
    return (y: number) => ys.has(y);
  });
}
