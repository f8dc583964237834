import type { Ink } from './skew.ts';

/** How much more the columns of a page of sideways lines differ than its rows. */
const sidewaysFactor = 2;
const leastInk = 500;

/** Returns the ink in each row and in each column of a picture, in pixels. */
export function profilesOf({ width, height, pixels }: Ink): {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
} {
  const [rows, columns] = [new Float64Array(height), new Float64Array(width)];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (pixels[at] === 0) continue;
      rows[y] = (rows[y] as number) + 1;
      columns[x] = (columns[x] as number) + 1;
    }
  return { rows, columns };
}

/** Returns whether lines of text run from top to bottom: ink and paper then alternate from column to column. */
export function runsSideways(ink: Ink): boolean {
  const { rows, columns } = profilesOf(ink);
  const all = rows.reduce((sum, count) => sum + count, 0);
  return all >= leastInk && changesOf(columns) > sidewaysFactor * changesOf(rows);
}

/** Sum of the squared changes, independent of the number of values. */
function changesOf(profile: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < profile.length; i++) sum += ((profile[i] as number) - (profile[i - 1] as number)) ** 2;
  return sum * profile.length;
}
