/**
 * A separate process that reads a workbook from its standard input: an untrusted file, with a parser that a small file
 * can keep busy or make use much memory. Sends batches of rows to its parent on request.
 */
import { buffer } from 'node:stream/consumers';
import { SheetFault, type TableRow, xlsxRows } from '../../../sheets/index.ts';
import type { XlsxMessage } from './xlsx-process.ts';

const batchRows = 500;

const send = (message: XlsxMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const taken = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()));

async function sendRows(): Promise<void> {
  let share = 0;
  let rows: TableRow[] = [];
  const hand = async (): Promise<void> => {
    const next = taken();
    await send({ type: 'rows', rows, share });
    rows = [];
    await next;
  };
  const file = await buffer(process.stdin);
  for await (const row of xlsxRows(file, (read) => (share = read))) {
    rows.push(row);
    if (rows.length >= batchRows) await hand();
  }
  if (rows.length > 0) await hand();
}

process.on('disconnect', () => process.exit(1));
sendRows()
  .catch((error: unknown) => {
    if (!(error instanceof SheetFault)) throw error;
    return send({ type: 'fault', sentence: error.message });
  })
  .then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
