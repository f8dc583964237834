import type { Share } from './fields.ts';

/** A row of the table. */
export interface Row {
  readonly figure: string;
  readonly set: string;
  readonly n: number;
  readonly value: string;
  readonly goal: string;
}

export const percent = (part: number, all: number): string =>
  all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`;
export const fixed = (value: number | null): string => value?.toFixed(3) ?? '-';
export const shareRow = (figure: string, set: string, { right, of }: Share, goal: string): Row => ({
  figure,
  set,
  n: of,
  value: percent(right, of),
  goal,
});
