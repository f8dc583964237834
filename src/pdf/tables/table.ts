import type { Table } from './table-schema.ts';

export type { Table };

/** A table and its position in points, from the top left corner. */
export interface PlacedTable {
  readonly table: Table;
  readonly x0: number;
  readonly x1: number;
  /** First and last baseline. */
  readonly y0: number;
  readonly y1: number;
}

const number =
  /^[(\-–−+±~<>≈]*\s*(?:[$€£₹¥]|US\$|Rs\.?|EUR|USD|GBP|INR|CHF)?\s*[(\-–−+]?\s*\d[\d,.'’\u00a0\u202f ]*\s*(?:%|‰|x|bn|mn|m|k|pp|pts?|bps|million|billion|crore|lakh)?\s*\)?\s*[*†‡¹²³]?$/i;
/** Matches unit headers such as "£000" and "$'000". */
const unit = /^\(?\s*(?:(?:[$€£₹¥]|US\$|Rs\.?|EUR|USD|GBP|INR|CHF)\s*['’]?000s?|['’]000s?|000s)\s*\)?$/i;
const nothing = /^(?:[-–—−]+|n\/?a|nil|nm|n\.m\.|\.{2,3})$/i;

/** Returns whether a cell is a typical value of a numeric column. */
export const isValue = (text: string): boolean => (number.test(text) && !unit.test(text)) || nothing.test(text);

const year =
  /^(?:FY\s*)?(?:19|20)\d\d(?:\s*[-/–]\s*(?:(?:19|20)?\d\d))?(?:\s*\*)?$|^FY\s*\d\d$|^[QH][1-4]\s*(?:FY)?\s*(?:19|20)?\d\d$/i;

/** Returns whether a number is a year, which names a column rather than filling it. */
export const isYear = (text: string): boolean => year.test(text);
