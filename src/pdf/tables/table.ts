import { z } from 'zod';

/** A table as it is read: names of columns, and rows with as many cells. A header of several rows is one here. */
export const tableSchema = z.object({
  /** What stands above it: "Table 3: Revenue by segment", or the heading. */
  caption: z.string().optional(),
  /** Empty where it names no columns. */
  header: z.array(z.string()),
  /** A row whose only cell is its first is a label of those below it. */
  rows: z.array(z.array(z.string())),
});

export type Table = z.output<typeof tableSchema>;

/** A table and where it stands: in points, from the top left corner. */
export interface PlacedTable {
  readonly table: Table;
  readonly x0: number;
  readonly x1: number;
  /** The first baseline of it, and the last. */
  readonly y0: number;
  readonly y1: number;
}

const number =
  /^[(\-–−+±~<>≈]*\s*(?:[$€£₹¥]|US\$|Rs\.?|EUR|USD|GBP|INR|CHF)?\s*[(\-–−+]?\s*\d[\d,.'’\u00a0\u202f ]*\s*(?:%|‰|x|bn|mn|m|k|pp|pts?|bps|million|billion|crore|lakh)?\s*\)?\s*[*†‡¹²³]?$/i;
/** "£000" and "$'000" say what figures are counted in. */
const unit = /^\(?\s*(?:(?:[$€£₹¥]|US\$|Rs\.?|EUR|USD|GBP|INR|CHF)\s*['’]?000s?|['’]000s?|000s)\s*\)?$/i;
const nothing = /^(?:[-–—−]+|n\/?a|nil|nm|n\.m\.|\.{2,3})$/i;

/** What a column of figures holds. */
export const isValue = (text: string): boolean => (number.test(text) && !unit.test(text)) || nothing.test(text);

const year =
  /^(?:FY\s*)?(?:19|20)\d\d(?:\s*[-/–]\s*(?:(?:19|20)?\d\d))?(?:\s*\*)?$|^FY\s*\d\d$|^[QH][1-4]\s*(?:FY)?\s*(?:19|20)?\d\d$/i;

/** Numbers that name a column rather than fill it. */
export const isYear = (text: string): boolean => year.test(text);
