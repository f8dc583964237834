/** How a cell style shows a number. */
export type NumberStyle = 'date' | 'percent' | 'number';

/** How a workbook formats numbers. */
export interface NumberStyles {
  /** True if days count from 1904 instead of 1900. */
  readonly is1904: boolean;
  /** By the index of the style. */
  readonly styles: readonly NumberStyle[];
}

/** Returns what a built-in format (ECMA-376 18.8.30) shows, in any language. */
export function styleOfBuiltIn(id: number): NumberStyle {
  if (id === 9 || id === 10) return 'percent';
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return isDate ? 'date' : 'number';
}

/** Returns what a format shows: its signs and letters count outside quotes, escapes and brackets. */
export function styleOfFormat(code: string): NumberStyle {
  // `[h]` counts hours; `[Red]` and `[$-409]` are colours and languages.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  const first = bare.split(';')[0] ?? '';
  if (first.includes('%')) return 'percent';
  return /[dmyhs]/i.test(first) && !/general/i.test(bare) ? 'date' : 'number';
}

/** Formats a share with all of its digits: 0.325 is "32.5%". Undefined if it is not a number. */
export const percentText = (share: number): string | undefined =>
  Number.isFinite(share) ? `${Number((share * 100).toPrecision(15))}%` : undefined;

const dayMs = 86_400_000;
/** Day 0 of the 1900 system. Excel treats 1900 as a leap year, so this is valid from March 1900 on. */
const from1900Ms = Date.UTC(1899, 11, 30);
const from1904Ms = Date.UTC(1904, 0, 1);
const lastDay = 2_958_465;

/**
 * Formats a serial date: 46024 is 2026-01-02, with the time if there is one; a time alone is 09:30. Undefined for other
 * numbers.
 */
export function dateText(serial: number, is1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial > lastDay) return undefined;
  const startMs = is1904 ? from1904Ms : from1900Ms;
  // Excel stores a time as a fraction of a day, accurate to less than a second.
  const at = new Date(startMs + Math.round((serial * dayMs) / 1000) * 1000).toISOString();
  const [date = '', clock = ''] = at.slice(0, 19).split('T');
  const time = clock.endsWith(':00') ? clock.slice(0, 5) : clock;
  if (serial < 1) return time;
  return Number.isInteger(serial) ? date : `${date} ${time}`;
}
