import type { Ruling } from '../text-item.ts';
import type { Ink } from './skew.ts';

/**
 * Minimum length of a ruling, as a share of the picture's width: longer unbroken ink is not a letter. Less is needed
 * vertically, since letters are shorter than words are wide.
 */
const minShare = { across: 1 / 14, down: 1 / 28 } as const;
const maxThickness = 1 / 180;
/** Maximum gap in a ruling, in pixels. */
const breaks = 3;
/** Maximum word length, as a share of the picture's width, and minimum share of ink beside the baseline. */
const maxLetters = 1 / 4;
const minLetterInk = 0.2;

/**
 * Removes table rulings from the ink, since they impair recognition of letters that touch them. Returns them in pixels.
 */
export function takeRules(ink: Ink): Ruling[] {
  // Finds both axes before removing either: removal would cut crossing rulings into pieces.
  const rules = [...along(ink, 'across'), ...along(ink, 'down')];
  for (const rule of rules) takeOut(ink, rule);
  return rules.map(({ axis, first, last, from, to }) => ({ axis, at: (first + last) / 2, from, to }));
}

interface Rule extends Pick<Ruling, 'axis' | 'from' | 'to'> {
  /** First and last pixel line. */
  readonly first: number;
  readonly last: number;
}

function takeOut({ width, height, pixels }: Ink, { axis, first, last, from, to }: Rule): void {
  const lines = axis === 'across' ? height : width;
  for (let line = Math.max(0, first - 1); line <= Math.min(lines - 1, last + 1); line++)
    for (let at = from; at <= to; at++) pixels[axis === 'across' ? line * width + at : at * width + line] = 0;
}

function along(ink: Ink, axis: Ruling['axis']): Rule[] {
  const { width, height, pixels } = ink;
  const [length, lines] = axis === 'across' ? [width, height] : [height, width];
  const index = (line: number, at: number): number => (axis === 'across' ? line * width + at : at * width + line);
  const least = Math.round(width * minShare[axis]);
  // A ruling that is not quite straight continues in the adjacent line.
  const isInk = (line: number, at: number): boolean =>
    pixels[index(line, at)] === 1 ||
    (line > 0 && pixels[index(line - 1, at)] === 1) ||
    (line + 1 < lines && pixels[index(line + 1, at)] === 1);
  const runs: { line: number; from: number; to: number }[] = [];
  for (let line = 0; line < lines; line++) {
    let from = -1;
    let last = -1;
    for (let at = 0; at <= length; at++) {
      if (at < length && isInk(line, at)) {
        if (from === -1) from = at;
        last = at;
      } else if (from !== -1 && (at - last > breaks || at === length)) {
        if (last - from >= least) runs.push({ line, from, to: last });
        from = -1;
      }
    }
  }
  const rules: { first: number; last: number; from: number; to: number }[] = [];
  for (const { line, from, to } of runs) {
    const same = rules.find((rule) => line - rule.last <= 2 && from <= rule.to && to >= rule.from);
    if (same === undefined) rules.push({ first: line, last: line, from, to });
    else Object.assign(same, { last: line, from: Math.min(same.from, from), to: Math.max(same.to, to) });
  }
  const thin = rules.filter(({ first, last }) => last - first <= Math.max(6, width * maxThickness));
  return thin.flatMap(({ first, last, from, to }) => {
    const rule = { axis, first, last, from, to };
    return isLetters(ink, rule) ? [] : [rule];
  });
}

/** Letter bottoms may form a line, but then the pixels right above or below it are ink too. */
function isLetters({ width, height, pixels }: Ink, { axis, first, last, from, to }: Rule): boolean {
  if (axis === 'down' || to - from > width * maxLetters) return false;
  const inkIn = (line: number): number => {
    let count = 0;
    for (let at = from; at <= to; at++) count += pixels[line * width + at] ?? 0;
    return count / (to - from);
  };
  return [first - 4, last + 4].some((line) => line >= 0 && line < height && inkIn(line) > minLetterInk);
}
