/** Spreadsheets run what begins so; a number with a sign is none of that. */
const formula = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

function cell(value: string): string {
  const safe = formula.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as RFC 4180 has them, in UTF-8 with a byte-order mark, which Excel needs. No cell runs as a formula. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
