import { csvRows } from '../sheets/csv-rows.ts';
import { type TableRow, xlsxSheets } from '../sheets/index.ts';
import { lineOf, OfficeFault, type Section, type Written } from './content.ts';
import { decoded } from './decode.ts';
import { tableFrom } from './grid.ts';

/** Rows of one part. A table of more continues in the next part with the same header. */
const partRows = 200;
const mostRows = 200_000;

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export async function readCsv(bytes: Buffer): Promise<Written> {
  return { sections: await partsOf(csvRows(once(decoded(bytes))), 'table') };
}

/** Reads the visible sheets of a workbook. */
export async function readXlsx(bytes: Buffer): Promise<Written> {
  const sections: Section[] = [];
  for await (const { name, rows } of xlsxSheets(bytes))
    sections.push(...(await partsOf(rows, `sheet ${lineOf(name)}`)));
  return { sections };
}

/** Divides a sheet at its empty rows into tables, and each table into parts. */
async function partsOf(rows: AsyncGenerator<TableRow>, place: string): Promise<Section[]> {
  const sections: Section[] = [];
  let block: TableRow[] = [];
  let count = 0;
  const close = (): void => {
    sections.push(...sectionsOf(block, place));
    block = [];
  };
  for await (const { number, cells: raw } of rows) {
    count += 1;
    if (count > mostRows) throw new OfficeFault('too_much_text');
    const cells = raw.map((cell) => shownNumber(lineOf(cell)));
    const isNext = number === (block.at(-1)?.number ?? number) + (block.length === 0 ? 0 : 1);
    const isEmpty = cells.every((cell) => cell === '');
    if ((isEmpty || !isNext) && block.length > 0) close();
    if (!isEmpty) block.push({ number, cells });
  }
  if (block.length > 0) close();
  return sections;
}

/** A workbook stores 0.1 + 0.2 with an error in the 17th digit, and shows fifteen. */
const shownNumber = (cell: string): string =>
  /^-?\d+\.\d{9,}(?:[eE][-+]?\d+)?$/.test(cell) ? String(Number(Number(cell).toPrecision(15))) : cell;

function sectionsOf(block: readonly TableRow[], place: string): Section[] {
  const table = tableFrom({ rows: block.map(({ cells }) => cells), numbers: block.map(({ number }) => number) });
  if (table === undefined) return [];
  // Rows of one cell are sentences.
  if (block.every(({ cells }) => cells.filter((cell) => cell !== '').length === 1)) {
    const pieces = block.map(({ cells }) => ({
      place: 'body' as const,
      text: cells.find((cell) => cell !== '') ?? '',
    }));
    return [{ place, pieces }];
  }
  const { rows, rowNumbers = [] } = table;
  if (rows.length === 0) return [{ place, pieces: [{ place: 'table', table }] }];
  const sections: Section[] = [];
  for (let at = 0; at < rows.length; at += partRows) {
    const part = { rows: rows.slice(at, at + partRows), rowNumbers: rowNumbers.slice(at, at + partRows) };
    sections.push({ place, pieces: [{ place: 'table', table: { ...table, ...part } }] });
  }
  return sections;
}
