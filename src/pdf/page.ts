import { z } from 'zod';
import { tableSchema } from './tables/index.ts';

/**
 * `margin`: above or below the body, where headers, footers and page numbers are. `heading`: what is below it is about
 * this.
 */
const pieceSchema = z.discriminatedUnion('place', [
  z.object({ place: z.enum(['body', 'heading', 'margin']), text: z.string() }),
  z.object({ place: z.literal('table'), table: tableSchema }),
]);

const pageSchema = z.object({
  number: z.number().int().positive(),
  pieces: z.array(pieceSchema),
  /** The largest letters that a line of it is in, in points; how its title is known. */
  largest: z.object({ text: z.string(), size: z.number() }).optional(),
  /** It was read as a picture: how sure the reader is of its words, 0 to 1. */
  readAsPicture: z.number().optional(),
});

/** A paragraph, a heading, a table, or a line of a margin. */
export type Piece = z.output<typeof pieceSchema>;

/** Its pieces in reading order; none where nothing could be read. Numbers are from 1. */
export type PdfPage = z.output<typeof pageSchema>;

/** What the file says of itself. */
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

/** What a child tells its parent. After a page it waits until it is asked for the next. */
export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), pages: z.number().int().positive(), metadata: metadataSchema }),
  z.object({ type: z.literal('page'), page: pageSchema }),
  z.object({ type: z.literal('refused'), code: z.enum(refusalCodes) }),
  z.object({ type: z.literal('done') }),
]);

export type PdfMessage = z.output<typeof messageSchema>;

/** Characters of a piece. */
export const lengthOf = (piece: Piece): number =>
  piece.place === 'table'
    ? [piece.table.header, ...piece.table.rows].flat().reduce((sum, cell) => sum + cell.length, 0)
    : piece.text.length;

/** The input of the child process. */
export const childLimitsSchema = z.object({
  maxPages: z.number().int(),
  maxPageCharacters: z.number().int(),
  maxPageItems: z.number().int(),
  /** Which pages are read as pictures: those that have no text, all, or none. */
  pictures: z.enum(['without_text', 'all', 'none']),
  isPicture: z.boolean(),
  /** That pictures are read in. */
  language: z.string(),
});
