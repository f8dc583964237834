import { type OfficePackage, openPackage, readXml } from '../sheets/index.ts';
import { type Content, lineOf, OfficeFault, sectionsOf, type Written } from './content.ts';
import { tableFrom } from './grid.ts';

const mostEntries = 5000;
const manifest = 'META-INF/manifest.xml';

/** Reads the body of an OpenDocument text: no deleted text, comments or lists of contents. */
export async function readOdt(bytes: Buffer): Promise<Written> {
  const parts = await openPackage(bytes, mostEntries);
  try {
    await refuseEncrypted(parts);
    const content: Content[] = [];
    const handler = createHandler(content);
    await readXml(parts, 'content.xml', handler);
    return { sections: sectionsOf(content) };
  } finally {
    parts.close();
  }
}

async function refuseEncrypted(parts: OfficePackage): Promise<void> {
  if (parts.sizeOf(manifest) === undefined) return;
  let isEncrypted = false;
  await readXml(parts, manifest, {
    open(name) {
      isEncrypted ||= name === 'encryption-data';
    },
  });
  if (isEncrypted) throw new OfficeFault('encrypted');
}

/** Elements whose text is not read: deletions, comments, indexes, marks of notes. */
const unread = new Set(
  'tracked-changes annotation table-of-content alphabetical-index illustration-index table-index user-index bibliography note-citation hidden-text hidden-paragraph forms'.split(
    ' ',
  ),
);
const mostSpaces = 20;
const mostRepeated = 100;

interface OpenTable {
  readonly rows: string[][];
  headerRows: number;
  isHeader: boolean;
  cell: { text: string; columns: number } | undefined;
  /** Columns that the last cell covers to its right. */
  covered: number;
}

function createHandler(content: Content[]) {
  let skipped = 0;
  const tables: OpenTable[] = [];
  /** Open paragraphs: a text box is inside one and has others. */
  const open: { text: string; level: number }[] = [];
  const add = (text: string): void => {
    const paragraph = open.at(-1);
    if (paragraph !== undefined && skipped === 0) paragraph.text += text;
  };
  const endParagraph = (): void => {
    const { text = '', level = 0 } = open.pop() ?? {};
    const line = lineOf(text);
    const cell = tables.at(-1)?.cell;
    if (line === '') return;
    if (cell !== undefined) cell.text = cell.text === '' ? line : `${cell.text} ${line}`;
    else content.push(level > 0 ? { kind: 'heading', level, text: line } : { kind: 'text', text: line });
  };
  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (skipped > 0 || unread.has(name)) {
        skipped += 1;
        return;
      }
      const table = tables.at(-1);
      if (name === 'p') open.push({ text: '', level: 0 });
      else if (name === 'h') open.push({ text: '', level: Math.min(6, count(attributes['text:outline-level'], 6)) });
      else if (name === 's') add(' '.repeat(count(attributes['text:c'], mostSpaces)));
      else if (name === 'tab' || name === 'line-break') add(' ');
      else if (name === 'table') tables.push({ rows: [], headerRows: 0, isHeader: false, cell: undefined, covered: 0 });
      else if (table !== undefined) openInTable(table, name, attributes);
    },
    text: add,
    close(name: string): void {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      const table = tables.at(-1);
      if (name === 'p' || name === 'h') endParagraph();
      else if (name === 'table' && table !== undefined) {
        tables.pop();
        const { rows, headerRows } = table;
        const outer = tables.at(-1)?.cell;
        const read = tableFrom(headerRows > 0 ? { rows, headerRows } : { rows });
        // A table within a cell is read as its text.
        if (outer !== undefined) outer.text = lineOf(`${outer.text} ${rows.flat().join(' ')}`);
        else if (read !== undefined) content.push({ kind: 'table', table: read });
      } else if (table !== undefined) closeInTable(table, name);
    },
  };
}

const count = (value: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));

function openInTable(table: OpenTable, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'table-header-rows') table.isHeader = true;
  else if (name === 'table-row') {
    table.rows.push([]);
    if (table.isHeader) table.headerRows += 1;
  } else if (name === 'table-cell') {
    table.covered = count(attributes['table:number-columns-spanned'], mostRepeated) - 1;
    table.cell = { text: '', columns: count(attributes['table:number-columns-repeated'], mostRepeated) };
  } else if (name === 'covered-table-cell') {
    const row = table.rows.at(-1) ?? [];
    const above = table.rows.at(-2)?.[row.length] ?? '';
    row.push(table.covered > 0 ? (row.at(-1) ?? '') : above);
    table.covered = Math.max(0, table.covered - 1);
  }
}

function closeInTable(table: OpenTable, name: string): void {
  if (name === 'table-header-rows') table.isHeader = false;
  if (name !== 'table-cell' || table.cell === undefined) return;
  const { text, columns } = table.cell;
  for (let i = 0; i < columns; i++) table.rows.at(-1)?.push(text);
  table.cell = undefined;
}
