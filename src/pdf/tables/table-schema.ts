import { z } from 'zod';

/** A table with one header row (several printed header rows are merged) and rows of the same length. */
export const tableSchema = z.object({
  /** Text above the table, such as "Table 3: Revenue by segment" or the heading. */
  caption: z.string().optional(),
  /** Column names; empty for unnamed columns. */
  header: z.array(z.string()),
  /** Data rows. A row with only its first cell filled is a label of the rows below. */
  rows: z.array(z.array(z.string())),
  /** Numbers of the rows in a spreadsheet, by which an answer names them. */
  rowNumbers: z.array(z.number().int()).optional(),
});

export type Table = z.output<typeof tableSchema>;
