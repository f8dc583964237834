import type { Ruled, Written } from './make-pdf.ts';

/** A cell's lines and its column span. */
export type DrawnCell = string | { readonly text: string; readonly span: number };

export interface DrawnTable {
  /** Upper left corner, in points from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  readonly widths: readonly number[];
  /**
   * Rows of cells; `
   * ` separates the lines of a cell.
   */
  readonly rows: readonly (readonly DrawnCell[])[];
  readonly rules: 'all' | 'rows' | 'ends' | 'none';
  /** Number of header rows, which are bold; `ends` draws its rulings below them. */
  readonly headerRows?: number;
  /** Alignment of all columns but the first; header cells that span columns are centred. */
  readonly align?: 'left' | 'right';
  readonly size?: number;
}

/** Approximate width in Helvetica, in points. */
function widthOf(text: string, size: number): number {
  let thousandths = 0;
  for (const sign of text)
    thousandths += /[\d$€£]/.test(sign)
      ? 556
      : /[.,:; ]/.test(sign)
        ? 278
        : /[()-]/.test(sign)
          ? 333
          : /[A-ZmwMW%]/.test(sign)
            ? 710
            : /[iljtfr]/.test(sign)
              ? 270
              : 545;
  return (thousandths * size) / 1000;
}

/** Returns the text and rulings of a table, and its lower edge. */
export function drawTable(table: DrawnTable): { readonly parts: (Written | Ruled)[]; readonly bottom: number } {
  const { x, y, widths, rows, rules, headerRows = 1, align = 'right', size = 9 } = table;
  const lefts = widths.map((_, i) => x + widths.slice(0, i).reduce((a, b) => a + b, 0));
  const right = x + widths.reduce((a, b) => a + b, 0);
  const parts: (Written | Ruled)[] = [];
  const ruleAcross = (at: number, from = x, to = right): void => void parts.push({ from: [from, at], to: [to, at] });
  if (rules !== 'none') ruleAcross(y);
  let top = y;
  rows.forEach((row, number) => {
    const lines = Math.max(...row.map((cell) => (typeof cell === 'string' ? cell : cell.text).split('\n').length));
    const height = lines * size * 1.2 + size * 0.7;
    let column = 0;
    for (const cell of row) {
      const { text, span } = typeof cell === 'string' ? { text: cell, span: 1 } : cell;
      const left = lefts[column] as number;
      const end = lefts[column + span] ?? right;
      text.split('\n').forEach((line, i) => {
        const width = widthOf(line, size);
        const at =
          column === 0 || (align === 'left' && span === 1)
            ? left + 4
            : span > 1
              ? (left + end - width) / 2
              : end - 4 - width;
        if (line !== '')
          parts.push({ x: at, y: top - size * 1.1 - i * size * 1.2, text: line, size, bold: number < headerRows });
      });
      if (rules === 'all') parts.push({ from: [left, top], to: [left, top - height] });
      column += span;
    }
    if (rules === 'all') parts.push({ from: [right, top], to: [right, top - height] });
    top -= height;
    if (
      rules === 'all' ||
      rules === 'rows' ||
      (rules === 'ends' && (number + 1 === headerRows || number + 1 === rows.length))
    )
      ruleAcross(top);
  });
  return { parts, bottom: top };
}
