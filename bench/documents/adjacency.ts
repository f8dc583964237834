type Cells = readonly (readonly string[])[];

/** Table detection quality by pairs of neighbouring cells, counted as in the ICDAR 2013 competition. */
export interface TableScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Compares found tables with drawn ones, page by page. A pair counts once for each time it was drawn. */
export function scoreTables(drawn: readonly Cells[][], found: readonly Cells[][]): TableScore {
  let [right, given, wanted] = [0, 0, 0];
  drawn.forEach((tables, page) => {
    const pairs = tables.flatMap(neighbours);
    const left = new Map<string, number>();
    for (const pair of pairs) left.set(pair, (left.get(pair) ?? 0) + 1);
    wanted += pairs.length;
    for (const pair of (found[page] ?? []).flatMap(neighbours)) {
      given += 1;
      const count = left.get(pair) ?? 0;
      if (count === 0) continue;
      left.set(pair, count - 1);
      right += 1;
    }
  });
  const [precision, recall] = [given === 0 ? 0 : right / given, wanted === 0 ? 0 : right / wanted];
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** Pairs each cell with the next non-empty one to the right and below. */
function neighbours(cells: Cells): string[] {
  const text = (cell = ''): string => cell.replaceAll(/\s+/g, ' ').trim();
  const rows = cells.map((row) => row.map(text));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => rows.map((row) => row[i] ?? ''));
  const pairsOf = (lines: readonly (readonly string[])[], sign: string): string[] =>
    lines.flatMap((line) => {
      const filled = line.filter((cell) => cell !== '');
      return filled.slice(1).map((cell, i) => `${filled[i]} ${sign} ${cell}`);
    });
  return [...pairsOf(rows, '→'), ...pairsOf(columns, '↓')];
}
