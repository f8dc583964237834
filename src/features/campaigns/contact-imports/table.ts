import { SheetFault, type TableRow } from '../../../sheets/index.ts';
import { importLimits } from './limits.ts';

export interface Table {
  readonly titles: readonly string[];
  /** Non-empty rows. Throws an `SheetFault` if the file cannot be read further. */
  readonly batches: AsyncIterable<readonly TableRow[]>;
  /** Releases the file, whether fully read or not. */
  close(): Promise<void>;
}

const isEmpty = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '');

/** Rows that are searched for the titles. Rows above the titles name the list or the day of its export. */
const rowsAboveTitles = 10;

/**
 * Makes a table of rows. The titles are the first non-empty row, unless it has fewer cells than a row below for which
 * `areTitles` returns true.
 */
export async function openTable(
  rows: AsyncGenerator<TableRow>,
  batchRows: number,
  areTitles: (cells: readonly string[]) => boolean = () => true,
): Promise<Table> {
  const first: TableRow[] = [];
  let titles: TableRow | undefined;
  while (first.length < rowsAboveTitles && titles === undefined) {
    const { value, done } = await rows.next();
    if (done) break;
    if (isEmpty(value)) continue;
    first.push(value);
    if (areTitles(value.cells) && first.every((above) => above === value || widthOf(above) * 2 <= widthOf(value)))
      titles = value;
  }
  const [top] = first;
  if (top === undefined) throw new SheetFault('The file has no rows.');
  const below = titles === undefined ? first.slice(1) : [];
  const close = async (): Promise<void> => void (await rows.return(undefined));
  return { titles: (titles ?? top).cells, batches: batched(below, rows, batchRows), close };
}

const widthOf = ({ cells }: TableRow): number => cells.filter((cell) => cell.trim() !== '').length;

async function* joined(first: readonly TableRow[], rest: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  yield* first;
  yield* rest;
}

async function* batched(
  first: readonly TableRow[],
  rest: AsyncGenerator<TableRow>,
  batchRows: number,
): AsyncGenerator<readonly TableRow[]> {
  let batch: TableRow[] = [];
  let count = 0;
  for await (const row of joined(first, rest)) {
    if (isEmpty(row)) continue;
    count += 1;
    if (count > importLimits.rows) {
      if (batch.length > 0) yield batch;
      throw new SheetFault(`The file has more than ${importLimits.rows} rows. Split it.`);
    }
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
