import { z } from 'zod';
import { tableSchema } from './tables/table-schema.ts';

/**
 * `margin`: above or below the body, where headers, footers and page numbers are. `heading`: title of the text below
 * it.
 */
export const pieceSchema = z.discriminatedUnion('place', [
  z.object({ place: z.enum(['body', 'heading', 'margin']), text: z.string() }),
  z.object({ place: z.literal('table'), table: tableSchema }),
]);

const pageSchema = z.object({
  number: z.number().int().positive(),
  /** How an answer names it, if not by its number: "slide 3". */
  place: z.string().optional(),
  pieces: z.array(pieceSchema),
  /** Text in the largest font and its size in points; identifies the title. */
  largest: z.object({ text: z.string(), size: z.number() }).optional(),
  /** True if the page shows something that could not be read, such as handwriting. */
  isUnread: z.literal(true).optional(),
  /** Mean word confidence, 0 to 1; present if the page was read as a picture. */
  readAsPicture: z.number().optional(),
});

/** A paragraph, a heading, a table or a margin line. */
export type Piece = z.output<typeof pieceSchema>;

/** Pieces in reading order; empty if nothing could be read. Page numbers start at 1. */
export type PdfPage = z.output<typeof pageSchema>;

/** Metadata from the file. */
const metadataSchema = z.object({ title: z.string().optional(), author: z.string().optional() });

export type PdfMetadata = z.output<typeof metadataSchema>;

export const refusalCodes = [
  'encrypted',
  'damaged',
  'no_pages',
  'too_many_pages',
  'too_many_pixels',
  'too_much_text',
] as const;

/** Message from a child to its parent. After each page the child waits for a request for the next. */
export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), pages: z.number().int().positive(), metadata: metadataSchema }),
  z.object({ type: z.literal('page'), page: pageSchema }),
  z.object({ type: z.literal('refused'), code: z.enum(refusalCodes) }),
  z.object({ type: z.literal('done') }),
]);

export type PdfMessage = z.output<typeof messageSchema>;

/** Returns the number of characters in a piece. */
export const lengthOf = (piece: Piece): number =>
  piece.place === 'table'
    ? [piece.table.header, ...piece.table.rows].flat().reduce((sum, cell) => sum + cell.length, 0)
    : piece.text.length;

/** Input of the child process, which does without zod: loading it takes a quarter of the child's start. */
export interface ChildLimits {
  readonly maxPages: number;
  readonly maxPageCharacters: number;
  readonly maxPageItems: number;
  /** Pages to read as pictures: those without text, all or none. */
  readonly pictures: 'without_text' | 'all' | 'none';
  readonly isPicture: boolean;
  /** Language of the text in pictures. */
  readonly language: string;
}
