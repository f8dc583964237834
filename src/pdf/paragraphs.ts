import { blocksOf } from './columns.ts';
import { linesOf } from './lines.ts';
import type { Piece } from './page.ts';
import type { Line, PageSize, TextItem } from './text-item.ts';

/** Of the height of the page, above and below: body text is seldom there, headers, footers and page numbers are. */
const marginShare = 0.08;
/** Against the usual distance of two lines: more ends a paragraph. */
const paragraphGap = 1.3;
/** Another size of letters is another paragraph; a first line moved in begins one. */
const sizeChange = 0.15;
const indent = 1;
/** Lines of one text are never wider apart. */
const maxLeading = 2.2;

/** The text of a page as a person reads it. */
export function piecesOf(items: readonly TextItem[], { height }: PageSize): Piece[] {
  const [top, bottom] = [height * marginShare, height * (1 - marginShare)];
  const head: Line[] = [];
  const foot: Line[] = [];
  const body: Line[] = [];
  // A baseline is at the foot of a line.
  for (const line of linesOf(items)) (line.y < top ? head : line.y > bottom ? foot : body).push(line);
  const margin = (lines: readonly Line[]): Piece[] => lines.map(({ text }) => ({ text, place: 'margin' }));
  const paragraphs = blocksOf(body).flatMap(paragraphsOf);
  return [...margin(head), ...paragraphs.map((text): Piece => ({ text, place: 'body' })), ...margin(foot)];
}

function paragraphsOf(lines: readonly Line[]): string[] {
  const usual = usualDistance(lines);
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const paragraphs: string[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    if (last === undefined || begins(line, last, { usual, left })) paragraphs.push(line.text);
    else paragraphs.push(joinLines(paragraphs.pop() ?? '', line.text));
    last = line;
  }
  return paragraphs;
}

function begins(line: Line, last: Line, { usual, left }: { readonly usual: number; readonly left: number }): boolean {
  if (line.y - last.y > usual * paragraphGap) return true;
  if (Math.abs(line.size - last.size) > sizeChange * last.size) return true;
  return line.x0 - left > indent * line.size && last.x0 - left < (indent / 2) * line.size;
}

/** The median of what lies between lines of one text; what is wider is no such distance. */
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
