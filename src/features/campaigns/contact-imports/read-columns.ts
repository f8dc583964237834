import type { IncomingFile } from '../../../files/index.ts';
import type { TableRow } from '../../../sheets/index.ts';
import { proposedColumns } from './columns.ts';
import { openTableFile } from './open-table.ts';
import type { Target } from './schema.ts';
import type { ImportRow } from './store.ts';

export interface FoundColumn {
  readonly title: string;
  readonly target: Target;
  /** Values of the first rows, without empty ones. */
  readonly examples: readonly string[];
}

const exampleRows = 3;
const exampleCharacters = 80;
const partBytes = 64 * 1024;

/** Returns the columns that have a title. Throws an `SheetFault` for a file that is not a table. */
export async function readColumns(file: IncomingFile, format: ImportRow['format']): Promise<FoundColumn[]> {
  const { sizeBytes } = file;
  const table = await openTableFile({ format, sizeBytes, bytes: bytesOf(file), mapping: {} }, exampleRows);
  try {
    const columns = proposedColumns(table.titles);
    const rows: TableRow[] = [];
    for await (const batch of table.batches) {
      rows.push(...batch);
      break;
    }
    return columns.flatMap(({ title, target }, index) => {
      if (title === '') return [];
      const examples = rows.map(({ cells }) => (cells[index] ?? '').trim().slice(0, exampleCharacters));
      return [{ title, target: target ?? 'ignore', examples: examples.filter((text) => text !== '') }];
    });
  } finally {
    await table.close();
  }
}

async function* bytesOf(file: IncomingFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.sizeBytes; at += partBytes) yield await file.read(at, partBytes);
}
