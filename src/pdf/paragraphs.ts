import { blocksOf } from './columns.ts';
import { linesOf } from './lines.ts';
import type { Piece } from './page.ts';
import { type PlacedTable, tablesOf } from './tables/index.ts';
import type { Line, PageSize, Ruling, TextItem } from './text-item.ts';

/** Of the height of the page, above and below: body text is seldom there, headers, footers and page numbers are. */
const marginShare = 0.08;
/** Against the usual distance of two lines: more ends a paragraph. */
const paragraphGap = 1.3;
/** Another size of letters is another paragraph; a first line moved in begins one. */
const sizeChange = 0.15;
const indent = 1;
/** Lines of one text are never wider apart. */
const maxLeading = 2.2;
/** Against the size that most of the page is in: larger, or as large and bold, is a heading. */
const headingSize = 1.12;
const maxHeading = 120;
const maxCaption = 140;
const maxTitle = 80;

/** The text of a page as a person reads it, and its tables where they stand. */
export function piecesOf(items: readonly TextItem[], { height }: PageSize, rulings: readonly Ruling[] = []): Piece[] {
  const [top, bottom] = [height * marginShare, height * (1 - marginShare)];
  // A baseline is at the foot of a line.
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

/** The line of the largest letters, with those right below it that are as large. */
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
  ...{ x0, x1, y: y0, table },
  text: '',
  size: 0,
  bold: false,
});

/** The size that most characters are in. */
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
  const paragraphs: Line[][] = [];
  let last: Line | undefined;
  for (const line of lines) {
    if (last === undefined || begins(line, last, { usual, left })) paragraphs.push([line]);
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

/** Of the letters of a line, what a gap and a short word take at least. */
const spareRoom = 1;

/**
 * Whether a line of ordinary letters is the title of the sentences right below it: it ends without a full stop, though the
 * first word of the next line would have fitted. `width`: that of the widest line beside it, in points.
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

function begins(line: Line, last: Line, { usual, left }: { readonly usual: number; readonly left: number }): boolean {
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

/** A word that was broken at the end of a line is whole again. */
function joinLines(before: string, after: string): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after;
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after;
  return `${before} ${after}`;
}

/** What names itself a table's title stands below it where none stands above. */
const title = /^(?:table|exhibit|figure)\s+[\dIVX]+\b/i;

/** A short piece right above a table says what it is of, or one right below it that says so itself. */
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
