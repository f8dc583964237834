export interface TableRow {
  /** Row number as in a spreadsheet: the titles are row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}
