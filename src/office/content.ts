import type { Piece } from '../pdf/index.ts';
import type { Table } from '../pdf/tables/index.ts';

/** What a file consists of, in reading order. Levels of headings begin with 1. */
export type Content =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly table: Table };

/** Content that answers name by one place. */
export interface Section {
  /** "slide 3", "section Prices"; undefined where only its number names it. */
  readonly place?: string;
  readonly pieces: readonly Piece[];
}

/** A file as its reader understood it. */
export interface Written {
  readonly title?: string | undefined;
  readonly sections: readonly Section[];
}

/** Why a file is not read. */
export class OfficeFault extends Error {
  readonly code: 'encrypted' | 'damaged' | 'too_many_pages' | 'too_much_text';

  constructor(code: OfficeFault['code']) {
    super(code);
    this.name = 'OfficeFault';
    this.code = code;
  }
}

/** Headings below this level do not begin a section. */
const deepestSection = 3;
const longestSection = 6000;
const longestPlace = 80;

/** Divides content at its headings. A long section has several parts with the same place. */
export function sectionsOf(content: readonly Content[]): Section[] {
  const sections: Section[] = [];
  /** Headings above the current content, by level. */
  const path: string[] = [];
  let section: { pieces: Piece[]; length: number; place: string | undefined } = {
    pieces: [],
    length: 0,
    place: undefined,
  };
  const close = (place: string | undefined): void => {
    if (section.pieces.some((piece) => piece.place !== 'heading'))
      sections.push({ ...(section.place !== undefined && { place: section.place }), pieces: section.pieces });
    section = { pieces: [], length: 0, place };
  };
  const begin = (level: number): void => {
    const place = path.filter((part) => part !== undefined).at(-1);
    close(place === undefined ? undefined : `section ${shortened(place)}`);
    if (level > 0)
      section.pieces.push({ place: 'heading', text: path.filter((part) => part !== undefined).join(': ') });
  };
  for (const block of content) {
    if (block.kind === 'heading') {
      path.length = Math.min(path.length, block.level - 1);
      path[block.level - 1] = block.text;
      if (block.level <= deepestSection) begin(block.level);
      else section.pieces.push({ place: 'heading', text: path.filter((part) => part !== undefined).join(': ') });
      continue;
    }
    const length = block.kind === 'text' ? block.text.length : cellCharacters(block.table);
    if (section.length > 0 && section.length + length > longestSection) begin(path.length);
    section.length += length;
    section.pieces.push(
      block.kind === 'text' ? { place: 'body', text: block.text } : { place: 'table', table: block.table },
    );
  }
  close(undefined);
  return sections;
}

const shortened = (heading: string): string =>
  heading.length <= longestPlace ? heading : `${heading.slice(0, longestPlace - 1).trimEnd()}…`;

const cellCharacters = ({ header, rows }: Table): number =>
  [header, ...rows].flat().reduce((sum, cell) => sum + cell.length, 0);

/** Returns the characters and cells of pieces: a small file may have millions of empty cells. */
export const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce(
    (sum, piece) =>
      sum +
      (piece.place === 'table'
        ? cellCharacters(piece.table) + piece.table.rows.reduce((count, row) => count + row.length, 0)
        : piece.text.length),
    0,
  );

/** Returns text on one line. */
export const lineOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cc}\u200b\u00ad\ufeff]/gu, '')
    .trim();
