import { sheetLimits } from './limits.ts';
import {
  dateText,
  type NumberStyle,
  type NumberStyles,
  percentText,
  styleOfBuiltIn,
  styleOfFormat,
} from './number-styles.ts';
import { brokenPackage, type OfficePackage, openPackage } from './office-package.ts';
import { SheetFault } from './sheet-fault.ts';
import type { TableRow } from './table-row.ts';
import { openXml, partBytes, readXml, relationsOf, tooManyParts } from './xml.ts';

const workbook = 'xl/workbook.xml';

/**
 * Yields the rows of the first visible sheet: numbers as stored, percentages with their sign, dates in ISO 8601, formulas
 * as their last result.
 */
export async function* xlsxRows(file: Buffer, read: (share: number) => void): AsyncGenerator<TableRow> {
  const book = await openPackage(file);
  try {
    const [first] = await sheetsOf(book);
    yield* rowsOf(book, first.path, await formsOf(book), read);
  } finally {
    book.close();
  }
}

/** Yields the visible sheets with their rows; those of a sheet must be read before the next sheet. */
export async function* xlsxSheets(
  file: Buffer,
): AsyncGenerator<{ readonly name: string; readonly rows: AsyncGenerator<TableRow> }> {
  const book = await openPackage(file);
  try {
    const forms = await formsOf(book);
    for (const { name, path } of await sheetsOf(book)) yield { name, rows: rowsOf(book, path, forms) };
  } finally {
    book.close();
  }
}

async function* rowsOf(
  book: OfficePackage,
  path: string,
  forms: CellForms,
  read: (share: number) => void = () => {},
): AsyncGenerator<TableRow> {
  const total = book.sizeOf(path) ?? 1;
  let rows: TableRow[] = [];
  const parser = rowParser(forms, (row) => rows.push(row));
  let done = 0;
  for await (const bytes of partBytes(book, path)) {
    done += bytes.length;
    parser.write(bytes);
    read(done / total);
    const ready = rows;
    rows = [];
    yield* ready;
  }
  parser.close();
  yield* rows;
}

const formsOf = async (book: OfficePackage): Promise<CellForms> => ({
  shared: await sharedTexts(book),
  numbers: await numberStyles(book),
});

/** A sheet that the workbook shows. */
interface Sheet {
  readonly name: string;
  readonly path: string;
}

/** Returns the visible sheets in order; the first one if all are hidden. */
async function sheetsOf(book: OfficePackage): Promise<readonly [Sheet, ...Sheet[]]> {
  const all: { readonly name: string; readonly id: string; readonly isVisible: boolean }[] = [];
  await readXml(book, workbook, {
    open: (element, attributes) => {
      if (element !== 'sheet') return;
      const id = attributes['r:id'] ?? Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '';
      all.push({ name: attributes.name ?? '', id, isVisible: (attributes.state ?? 'visible') === 'visible' });
    },
  });
  const targets = await relationsOf(book, workbook);
  const visible = all.filter(({ isVisible }) => isVisible);
  const sheets = (visible.length > 0 ? visible : all.slice(0, 1)).flatMap(({ name, id }) => {
    const path = targets.get(id);
    return path === undefined || book.sizeOf(path) === undefined ? [] : [{ name, path }];
  });
  const [first, ...more] = sheets;
  if (first === undefined) throw brokenPackage();
  return [first, ...more];
}

async function sharedTexts(book: OfficePackage): Promise<readonly string[]> {
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
      if (held > sheetLimits.sharedCharacters)
        throw new SheetFault('The workbook has too much text. Split it.', 'too_large');
      now += piece;
    },
    close(name) {
      isOpen = false;
      if (name === 'rPh') inPhonetic = false;
      if (name !== 'si') return;
      if (texts.length >= sheetLimits.sharedTexts) throw tooManyParts();
      texts.push(now);
      now = '';
    },
  });
  return texts;
}

/** Returns how each cell style shows a number, and the day from which numbers count as dates. */
async function numberStyles(book: OfficePackage): Promise<NumberStyles> {
  let is1904 = false;
  await readXml(book, workbook, {
    open(name, { date1904 }) {
      if (name === 'workbookPr') is1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  const custom = new Map<string, NumberStyle>();
  const styles: NumberStyle[] = [];
  if (book.sizeOf('xl/styles.xml') === undefined) return { is1904, styles };
  let isInCells = false;
  await readXml(book, 'xl/styles.xml', {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') custom.set(numFmtId, styleOfFormat(formatCode));
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) styles.push(custom.get(numFmtId) ?? styleOfBuiltIn(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return { is1904, styles };
}

interface CellForms {
  readonly shared: readonly string[];
  readonly numbers: NumberStyles;
}

function rowParser(forms: CellForms, onRow: (row: TableRow) => void): ReturnType<typeof openXml> {
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
        if (column < 1 || column > sheetLimits.columns)
          throw new SheetFault(`The sheet has more than ${sheetLimits.columns} columns.`, 'too_large');
      }
      isOpen = name === 'v' || name === 't';
    },
    text(piece) {
      if (isOpen && value.length <= sheetLimits.cellCharacters) value += piece;
    },
    close(name) {
      isOpen = false;
      if (name === 'c') {
        while (row.length < column - 1) row.push('');
        row[column - 1] = cellText({ type, style, value }, forms);
      } else if (name === 'row') {
        const characters = row.reduce((sum, cell) => sum + cell.length, 0);
        if (characters > sheetLimits.rowCharacters) throw new SheetFault(`Row ${number} is too long.`, 'too_large');
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
  { shared, numbers }: CellForms,
): string {
  if (type === 's') return shared[Number(value)] ?? '';
  const shownAs = type === 'n' && value !== '' && style !== '' ? numbers.styles[Number(style)] : undefined;
  if (shownAs === 'date') return dateText(Number(value), numbers.is1904) ?? value;
  if (shownAs === 'percent') return percentText(Number(value)) ?? value;
  // Cells in ISO 8601 have a midnight that nobody entered.
  if (type === 'd') return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '');
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'e') return '';
  // 9.19876543210E11 is a phone number in exponent notation; programs that compute with decimals write 13 as 13.0.
  return type === 'n' && /[e.]/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}
