import { utf16Of } from '../../../sheets/index.ts';
import { areTitles } from './columns.ts';
import type { Mapping } from './schema.ts';
import type { ImportRow } from './store.ts';
import { openTable, type Table } from './table.ts';
import { xlsxRowsApart } from './xlsx-process.ts';

export interface TableFile {
  readonly format: ImportRow['format'];
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly sizeBytes: number;
  readonly mapping: Mapping;
}

/**
 * Opens a file as a table; `onShare` receives the share read so far, 0 to 1. A separate process reads workbooks; the
 * CSV reader is loaded with the first CSV file.
 */
export async function openTableFile(
  { format, bytes, sizeBytes, mapping }: TableFile,
  batchRows: number,
  onShare: (share: number) => void = () => {},
): Promise<Table> {
  const titles = (cells: readonly string[]): boolean => areTitles(cells, mapping);
  if (format === 'csv') {
    const { csvRows } = await import('../../../sheets/csv-rows.ts');
    return openTable(csvRows(counted(bytes, sizeBytes, onShare)), batchRows, titles);
  }
  return openTable(xlsxRowsApart(bytes, onShare), batchRows, titles);
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  total: number,
  onShare: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const part of bytes) {
    read += part.length;
    onShare(read / total);
    yield part;
  }
}

export const headBytes = 4096;

/**
 * Detects the format from the first bytes, never from the file name. A file of separated values is text, possibly in
 * UTF-16.
 */
export function formatOf(start: Uint8Array): ImportRow['format'] | 'old_excel' | 'unknown_type' {
  const head = start.subarray(0, headBytes);
  const mark = Buffer.from(head.subarray(0, 4)).toString('hex');
  if (mark === '504b0304') return 'xlsx';
  if (mark === 'd0cf11e0') return 'old_excel';
  return utf16Of(head) === undefined && head.includes(0) ? 'unknown_type' : 'csv';
}
