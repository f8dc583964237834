import type { Matrix } from './drawing.ts';

/** Share of a page's characters from which their direction is that of the page. */
const mostShare = 0.6;

/**
 * Returns by how many quarter turns clockwise a page is to be turned so that most of its text runs from left to right.
 * A table that is printed sideways fills its page; a stamp or the label of an axis does not. `view` maps to the page as
 * it is displayed.
 */
export function quarterTurnsOf(
  texts: readonly { readonly str: string; readonly transform: Matrix }[],
  view: Matrix,
): 0 | 1 | 2 | 3 {
  const characters: [number, number, number, number] = [0, 0, 0, 0];
  for (const { str, transform } of texts) {
    const [a, b] = transform;
    const [x, y] = [view[0] * a + view[2] * b, view[1] * a + view[3] * b];
    const length = str.trim().length;
    if (Math.abs(x) >= Math.abs(y)) characters[x >= 0 ? 0 : 2] += length;
    else characters[y < 0 ? 1 : 3] += length;
  }
  const all = characters.reduce((sum, count) => sum + count, 0);
  const turned = ([1, 2, 3] as const).find((turns) => characters[turns] > mostShare * all);
  return turned ?? 0;
}
