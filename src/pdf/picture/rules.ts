import type { Ruling } from '../text-item.ts';
import type { Ink } from './skew.ts';

/** Of the width of the picture: longer unbroken ink is a rule and no letter. Letters are not as high as words are wide. */
const minShare = { across: 1 / 14, down: 1 / 28 } as const;
const maxThickness = 1 / 180;
/** A rule may be broken for so many pixels. */
const breaks = 3;
/** Words are hardly longer than this, in widths of the picture, and have so much ink beside their feet. */
const maxLetters = 1 / 4;
const minLetterInk = 0.2;

/** Takes the rules of tables out of the ink, which letters that touch them would suffer from. In pixels. */
export function takeRules(ink: Ink): Ruling[] {
  // Both axes before any is taken out: rules that cross would be cut into pieces.
  const found = [...along(ink, 'across'), ...along(ink, 'down')];
  for (const rule of found) takeOut(ink, rule);
  return found.map(({ axis, first, last, from, to }) => ({ axis, at: (first + last) / 2, from, to }));
}

interface Rule extends Pick<Ruling, 'axis' | 'from' | 'to'> {
  /** Lines of pixels. */
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

/** The feet of letters may stand in one line, but what is right above or below them is ink too. */
function isLetters({ width, height, pixels }: Ink, { axis, first, last, from, to }: Rule): boolean {
  if (axis === 'down' || to - from > width * maxLetters) return false;
  const inkIn = (line: number): number => {
    let count = 0;
    for (let at = from; at <= to; at++) count += pixels[line * width + at] ?? 0;
    return count / (to - from);
  };
  return [first - 4, last + 4].some((line) => line >= 0 && line < height && inkIn(line) > minLetterInk);
}
