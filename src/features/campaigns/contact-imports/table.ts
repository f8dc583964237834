import { ImportFault } from './import-fault.ts';
import { importLimits } from './limits.ts';

export interface TableRow {
  /** Row number as in a spreadsheet: the titles are row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface Table {
  readonly titles: readonly string[];
  /** Non-empty rows. Throws an `ImportFault` if the file cannot be read further. */
  readonly batches: AsyncIterable<readonly TableRow[]>;
  /** Releases the file, whether fully read or not. */
  close(): Promise<void>;
}

const isEmpty = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Makes a table of rows. The first non-empty row has the column titles. */
export async function openTable(rows: AsyncGenerator<TableRow>, batchRows: number): Promise<Table> {
  for (;;) {
    const { value, done } = await rows.next();
    if (done) throw new ImportFault('The file has no rows.');
    if (isEmpty(value)) continue;
    const close = async (): Promise<void> => void (await rows.return(undefined));
    return { titles: value.cells, batches: batched(rows, batchRows), close };
  }
}

async function* batched(rows: AsyncGenerator<TableRow>, batchRows: number): AsyncGenerator<readonly TableRow[]> {
  let batch: TableRow[] = [];
  let count = 0;
  for await (const row of rows) {
    if (isEmpty(row)) continue;
    count += 1;
    if (count > importLimits.rows) {
      if (batch.length > 0) yield batch;
      throw new ImportFault(`The file has more than ${importLimits.rows} rows. Split it.`);
    }
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
