import { z } from 'zod';

/** `margin`: above or below the body, where headers, footers and page numbers are. */
const pieceSchema = z.object({ text: z.string(), place: z.enum(['body', 'margin']) });

const pageSchema = z.object({ number: z.number().int().positive(), pieces: z.array(pieceSchema) });

/** A paragraph, or a line of a margin. */
export type Piece = z.output<typeof pieceSchema>;

/** Its pieces in reading order; none where it has no text layer. Numbers are from 1. */
export type PdfPage = z.output<typeof pageSchema>;

export const refusalCodes = ['encrypted', 'damaged', 'no_pages', 'too_many_pages', 'too_much_text'] as const;

/** What a child tells its parent. After a page it waits until it is asked for the next. */
export const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), pages: z.number().int().positive() }),
  z.object({ type: z.literal('page'), page: pageSchema }),
  z.object({ type: z.literal('refused'), code: z.enum(refusalCodes) }),
  z.object({ type: z.literal('done') }),
]);

export type PdfMessage = z.output<typeof messageSchema>;

/** What a child is told. */
export const childLimitsSchema = z.object({
  maxPages: z.number().int(),
  maxPageCharacters: z.number().int(),
  maxPageItems: z.number().int(),
});
