import { blocksOf } from './columns.ts';
import { linesOf } from './lines.ts';
import type { Piece } from './page.ts';
import { type PlacedTable, tablesOf } from './tables/index.ts';
import type { Line, PageSize, Ruling, TextItem } from './text-item.ts';

/**
 * Share of the page height at the top and bottom that counts as margin: it usually contains headers, footers and page
 * numbers rather than body text.
 */
const marginShare = 0.08;
/** Multiple of the usual line distance above which a paragraph ends. */
const paragraphGap = 1.3;
/** A new font size starts a paragraph, as does an indented first line. */
const sizeChange = 0.15;
const indent = 1;
/** Maximum line distance within one text, in font sizes. */
const maxLeading = 2.2;
/** Relative to the page's usual font size: larger text, or bold text of the same size, is a heading. */
const headingSize = 1.12;
const maxHeading = 120;
const maxCaption = 140;
const maxTitle = 80;

/** Returns a page's text in reading order, with its tables in place. */
export function piecesOf(items: readonly TextItem[], { height }: PageSize, rulings: readonly Ruling[] = []): Piece[] {
  const [top, bottom] = [height * marginShare, height * (1 - marginShare)];
  // Tests the baseline, which is at the bottom of a line.
  const isBody = ({ y }: { readonly y: number }): boolean => y >= top && y <= bottom;
  const { tables, rest } = tablesOf(items.filter(isBody), rulings);
  const lines = linesOf([...rest, ...items.filter((item) => !isBody(item))]);
  const margin = (among: readonly Line[]): Piece[] => among.map(({ text }) => ({ text, place: 'margin' }));
  const body = [...lines.filter(isBody), ...tables.map(standIn)].toSorted((a, b) => a.y - b.y);
  const usualSize = usualSizeOf(items);
  const paragraphs = blocksOf(body).flatMap((block) => paragraphsOf(block, usualSize));
  return [
    ...margin(lines.filter(({ y }) => y < top)),
    ...captioned(paragraphs),
    ...margin(lines.filter(({ y }) => y > bottom)),
  ];
}

/** Returns the line in the largest font, joined with the following lines of the same size. */
export function largestOf(items: readonly TextItem[]): { text: string; size: number } | undefined {
  const lines = linesOf(items).filter(({ text }) => /\p{L}{2}/u.test(text));
  const size = Math.max(0, ...lines.map((line) => line.size));
  const text = lines
    .filter((line) => line.size > size * (1 - sizeChange))
    .slice(0, 3)
    .map((line) => line.text)
    .join(' ')
    .slice(0, 300);
  return text === '' ? undefined : { text, size };
}

const standIn = ({ table, x0, x1, y0 }: PlacedTable): Line => ({
  x0,
  x1,
  y: y0,
  table,
  text: '',
  size: 0,
  bold: false,
});

/** Returns the font size of most characters. */
function usualSizeOf(items: readonly TextItem[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of items) {
    const key = Math.round(size * 2) / 2;
    counts.set(key, (counts.get(key) ?? 0) + text.length);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function paragraphsOf(lines: readonly Line[], usualSize: number): Piece[] {
  const usual = usualDistance(lines);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const right = Math.max(...lines.map(({ x1 }) => x1));
  const paragraphs: Line[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    if (last === undefined || begins(line, last, { usual, left, right })) paragraphs.push([line]);
    else paragraphs.at(-1)?.push(line);
    last = line;
  }
  const width = Math.max(...lines.map(({ x0, x1 }) => x1 - x0));
  return paragraphs.flatMap((paragraph) => {
    const [title, ...rest] = paragraph;
    if (title === undefined || !isTitleOf(rest, title, width)) return [pieceOf(paragraph, usualSize)];
    return [{ place: 'heading', text: title.text } as const, pieceOf(rest, usualSize)];
  });
}

/** Minimum room for a gap and a short word, in font sizes. */
const spareRoom = 1;

/**
 * Returns whether a line in the ordinary font is the title of the sentences right below it: it ends without a full stop
 * although the first word of the next line would have fitted. `width` is the width of the widest adjacent line, in
 * points.
 */
function isTitleOf(below: readonly Line[], title: Line, width: number): boolean {
  const [next] = below;
  if (next === undefined || title.table !== undefined || title.text.length > maxTitle) return false;
  if (!/^[\p{Lu}\d]/u.test(title.text) || !/[\p{L}\d)]$/u.test(title.text) || !/\p{L}{2}/u.test(title.text))
    return false;
  if (!/^["'“‘]?\p{Lu}/u.test(next.text) || !/[.!?]["')”’]*$/.test(below.at(-1)?.text ?? '')) return false;
  const [word = ''] = next.text.split(' ');
  const wordWidth = ((next.x1 - next.x0) / Math.max(1, next.text.length)) * word.length;
  return title.x1 - title.x0 + wordWidth + spareRoom * title.size < width;
}

function pieceOf(lines: readonly Line[], usualSize: number): Piece {
  const table = lines[0]?.table;
  if (table !== undefined) return { place: 'table', table };
  const text = lines.map((line) => line.text).reduce(joinLines);
  const isLarger = lines.every(({ size, bold }) => size > usualSize * headingSize || (bold && size > usualSize * 0.95));
  const isHeading = isLarger && text.length <= maxHeading && /\p{L}{2}/u.test(text) && !/[.;,]$/.test(text);
  return { place: isHeading ? 'heading' : 'body', text };
}

interface Column {
  /** Usual distance of its lines. */
  readonly usual: number;
  readonly left: number;
  readonly right: number;
}

/** A line of a form or a letterhead: "Date: 11 February". */
const isFact = ({ text }: Line): boolean => /^\p{Lu}[^.!?:]{0,40}:\s+\S/u.test(text);

/** Returns whether the first word of the next line would have fitted on a line, so that the line ends there. */
function endsBefore(next: Line, line: Line, right: number): boolean {
  const [word = ''] = next.text.split(' ');
  const wordWidth = ((next.x1 - next.x0) / Math.max(1, next.text.length)) * word.length;
  return line.x1 + wordWidth + spareRoom * line.size < right;
}

function begins(line: Line, last: Line, { usual, left, right }: Column): boolean {
  const isOwnLine = isFact(line) || (isFact(last) && /^\p{Lu}/u.test(line.text));
  if (isOwnLine && endsBefore(line, last, right)) return true;
  if (line.table !== undefined || last.table !== undefined) return true;
  if (line.y - last.y > usual * paragraphGap) return true;
  if (Math.abs(line.size - last.size) > sizeChange * last.size || line.bold !== last.bold) return true;
  return line.x0 - left > indent * line.size && last.x0 - left < (indent / 2) * line.size;
}

/** The median line distance of one text; a wider distance separates texts. */
function usualDistance(lines: readonly Line[]): number {
  const distances = lines.slice(1).map(({ y, size }, i) => ({ distance: y - (lines[i]?.y ?? y), size }));
  const near = distances.filter(({ distance, size }) => distance <= size * maxLeading).map(({ distance }) => distance);
  near.sort((a, b) => a - b);
  return near[Math.floor((near.length - 1) / 2)] ?? (lines[0]?.size ?? 0) * 1.2;
}

/** Rejoins a word hyphenated at a line end. */
function joinLines(before: string, after: string): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after;
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after;
  return `${before} ${after}`;
}

/** Matches text that calls itself a table's title; such text below a table is its caption if none is above. */
const title = /^(?:table|exhibit|figure)\s+[\dIVX]+\b/i;

/** Adds captions: a short piece right above a table, or one right below it that calls itself its title. */
function captioned(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, i) => {
    if (piece.place !== 'table') return piece;
    const [above, below] = [pieces[i - 1], pieces[i + 1]];
    const isTitled = above !== undefined && above.place !== 'table' && title.test(above.text);
    const under = !isTitled && below?.place === 'body' && below.text.length <= maxCaption && title.test(below.text);
    const parts = [
      above !== undefined && isCaption(above) ? above.text : undefined,
      under ? below.text : undefined,
      piece.table.caption,
    ].filter((part) => part !== undefined);
    return parts.length === 0 ? piece : { place: 'table', table: { ...piece.table, caption: parts.join(' – ') } };
  });
}

const isCaption = (above: Piece): above is Exclude<Piece, { place: 'table' }> =>
  above.place !== 'table' &&
  above.text.length <= maxCaption &&
  (above.place === 'heading' || /^(table|exhibit|figure)\b/i.test(above.text) || !/[.!?]$/.test(above.text));
