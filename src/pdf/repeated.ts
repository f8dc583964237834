import type { PdfPage } from './page.ts';

/** Share of the pages, at least two, on which a margin line must appear to be a header or footer. */
const repeatedShare = 0.25;
const minRepeats = 2;

const pageNumber = /^(\p{L}{1,6}\.?\s*)?[-–—]?\s*(\d+|[ivxlc]+)\s*[-–—]?(\s*(\/|of|von|de|sur)\s*\d+)?$/iu;

/** Returns a predicate for margin texts that repeat on many pages, ignoring numbers. */
export function repeatedIn(pages: readonly PdfPage[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const { pieces } of pages) {
    const keys = new Set(pieces.flatMap((piece) => (piece.place === 'margin' ? [keyOf(piece.text)] : [])));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = Math.max(minRepeats, pages.length * repeatedShare);
  return (text) => pageNumber.test(text) || (counts.get(keyOf(text)) ?? 0) >= least;
}

const keyOf = (text: string): string => text.toLowerCase().replaceAll(/\d+/g, '#');
