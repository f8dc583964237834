/** How a workbook formats numbers as dates. */
export interface DateStyles {
  /** True if days count from 1904 instead of 1900. */
  readonly is1904: boolean;
  /** Whether a style shows a date, by the index of the style. */
  readonly styles: readonly boolean[];
}

/** Returns whether a built-in format (ECMA-376 18.8.30) shows a date or a time, in any language. */
export const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Returns whether a format shows a date or a time: it has a date letter outside quotes, escapes and brackets. */
export function isDateFormat(code: string): boolean {
  // `[h]` counts hours; `[Red]` and `[$-409]` are colours and languages.
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(bare.split(';')[0] ?? '') && !/general/i.test(bare);
}

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
