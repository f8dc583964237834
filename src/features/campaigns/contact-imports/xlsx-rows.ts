import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { type DateStyles, dateText, isBuiltInDate, isDateFormat } from './excel-dates.ts';
import { ImportFault } from './import-fault.ts';
import { importLimits } from './limits.ts';
import type { TableRow } from './table.ts';
import { brokenWorkbook, openWorkbook, type Workbook } from './workbook.ts';

/** Yields the rows of the first visible sheet: numbers as stored, dates in ISO 8601, formulas as their last result. */
export async function* xlsxRows(file: Buffer, read: (share: number) => void): AsyncGenerator<TableRow> {
  const book = await openWorkbook(file);
  try {
    const sheet = await sheetOf(book);
    const shared = await sharedTexts(book);
    const dates = await dateStyles(book);
    const total = book.sizeOf(sheet) ?? 1;
    let rows: TableRow[] = [];
    const parser = rowParser({ shared, dates }, (row) => rows.push(row));
    let done = 0;
    for await (const bytes of parts(book, sheet)) {
      done += bytes.length;
      parser.write(bytes);
      read(done / total);
      const ready = rows;
      rows = [];
      yield* ready;
    }
    parser.close();
    yield* rows;
  } finally {
    book.close();
  }
}

async function* parts(book: Workbook, name: string): AsyncGenerator<Buffer> {
  const stream = await book.open(name);
  try {
    for await (const part of stream) yield part as Buffer;
  } catch (error) {
    throw error instanceof ImportFault ? error : brokenWorkbook();
  }
}

interface Xml {
  write(bytes: Buffer): void;
  close(): void;
}

interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Reports names without prefixes. Rejects custom entities, so nothing is ever expanded. */
function openXml({ open, text, close }: XmlEvents): Xml {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const decoder = new StringDecoder('utf8');
  let elements = 0;
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.onerror = () => {
    throw brokenWorkbook();
  };
  parser.ondoctype = () => {
    throw brokenWorkbook();
  };
  parser.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (elements > importLimits.elements) throw tooManyParts();
    open?.(bare(name), attributes as Record<string, string>);
  };
  parser.ontext = (piece) => text?.(piece);
  parser.oncdata = (piece) => text?.(piece);
  parser.onclosetag = (name) => close?.(bare(name));
  return {
    write: (bytes) => void parser.write(decoder.write(bytes)),
    close: () => void parser.close(),
  };
}

const tooManyParts = (): ImportFault =>
  new ImportFault('The workbook has too many cells or too much text. Send its rows as CSV, or in parts.');

async function readXml(book: Workbook, name: string, events: XmlEvents): Promise<void> {
  const xml = openXml(events);
  for await (const bytes of parts(book, name)) xml.write(bytes);
  xml.close();
}

async function sheetOf(book: Workbook): Promise<string> {
  let first: string | undefined;
  let firstVisible: string | undefined;
  const targets = new Map<string, string>();
  await readXml(book, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name !== 'sheet') return;
      const id = attributes['r:id'] ?? Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
      first ??= id;
      if ((attributes.state ?? 'visible') === 'visible') firstVisible ??= id;
    },
  });
  await readXml(book, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  const target = targets.get(firstVisible ?? first ?? '');
  if (target === undefined) throw brokenWorkbook();
  const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
  if (book.sizeOf(path) === undefined) throw brokenWorkbook();
  return path;
}

async function sharedTexts(book: Workbook): Promise<readonly string[]> {
  if (book.sizeOf('xl/sharedStrings.xml') === undefined) return [];
  const texts: string[] = [];
  let [held, inPhonetic, isOpen, now] = [0, false, false, ''];
  await readXml(book, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'rPh') inPhonetic = true;
      isOpen = name === 't' && !inPhonetic;
    },
    text(piece) {
      if (!isOpen) return;
      held += piece.length;
      if (held > importLimits.sharedCharacters) throw new ImportFault('The workbook has too much text. Split it.');
      now += piece;
    },
    close(name) {
      isOpen = false;
      if (name === 'rPh') inPhonetic = false;
      if (name !== 'si') return;
      if (texts.length >= importLimits.sharedTexts) throw tooManyParts();
      texts.push(now);
      now = '';
    },
  });
  return texts;
}

/** Returns which cell styles show a number as a date, and the day from which numbers count. */
async function dateStyles(book: Workbook): Promise<DateStyles> {
  let is1904 = false;
  await readXml(book, 'xl/workbook.xml', {
    open(name, { date1904 }) {
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  const custom = new Set<string>();
  const styles: boolean[] = [];
  if (book.sizeOf('xl/styles.xml') === undefined) return { is1904, styles };
  let isInCells = false;
  await readXml(book, 'xl/styles.xml', {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt' && isDateFormat(formatCode)) custom.add(numFmtId);
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) styles.push(custom.has(numFmtId) || isBuiltInDate(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return { is1904, styles };
}

interface CellForms {
  readonly shared: readonly string[];
  readonly dates: DateStyles;
}

function rowParser(forms: CellForms, onRow: (row: TableRow) => void): Xml {
  let row: string[] = [];
  let number = 0;
  let [column, type, style, value, isOpen] = [0, '', '', '', false];
  return openXml({
    open(name, { r, s, t }) {
      if (name === 'row') {
        row = [];
        column = 0;
        number = r === undefined ? number + 1 : Number(r);
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        [type, style, value] = [t ?? 'n', s ?? '', ''];
        if (column < 1 || column > importLimits.columns)
          throw new ImportFault(`The sheet has more than ${importLimits.columns} columns.`);
      }
      isOpen = name === 'v' || name === 't';
    },
    text(piece) {
      if (isOpen && value.length <= importLimits.cellCharacters) value += piece;
    },
    close(name) {
      isOpen = false;
      if (name === 'c') {
        while (row.length < column - 1) row.push('');
        row[column - 1] = cellText({ type, style, value }, forms);
      } else if (name === 'row') {
        const characters = row.reduce((sum, cell) => sum + cell.length, 0);
        if (characters > importLimits.rowCharacters) throw new ImportFault(`Row ${number} is too long.`);
        onRow({ number, cells: row });
      }
    },
  });
}

/** Returns the number of a cell's column: 28 for `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function cellText(
  { type, style, value }: { readonly type: string; readonly style: string; readonly value: string },
  { shared, dates }: CellForms,
): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'n' && value !== '' && style !== '' && dates.styles[Number(style)] === true)
    return dateText(Number(value), dates.is1904) ?? value;
  // Cells in ISO 8601 have a midnight that nobody entered.
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '');
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  // 9.19876543210E11 is a phone number that the workbook stores in exponent notation.
  return type === 'n' && /e/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}
