import { expect, test } from 'vitest';
import { createAnswerer } from '../../src/answers/index.ts';
import { withContinuedTables } from '../../src/features/documents/ocr/continued-tables.ts';
import type { PdfPage, Table } from '../../src/pdf/index.ts';

const caption = 'Trucks by depot';
const header = ['Depot', '2022', '2023'];
const blank = ['', '', ''];
const pageOf = (number: number, table: Table): PdfPage => ({
  number,
  pieces: [
    { place: 'margin', text: 'Annual report' },
    { place: 'table', table },
    { place: 'margin', text: `${number}` },
  ],
});
const pages = [
  pageOf(1, { caption, header, rows: [['Depot 3', '280', '287']] }),
  pageOf(2, { header: blank, rows: [['Depot 46', '120', '288']] }),
  pageOf(3, { header: blank, rows: [['Depot 52', '129', '284']] }),
];
const tables = (read: readonly PdfPage[]) =>
  read.flatMap(({ pieces }) => pieces.flatMap((piece) => (piece.place === 'table' ? [piece.table] : [])));

test('a table that continues over pages keeps its caption and the names of its columns', () => {
  expect(tables(withContinuedTables(pages)).map((table) => [table.caption, table.header])).toEqual([
    [caption, header],
    [caption, header],
    [caption, header],
  ]);
});

test('a table of other columns, one with a header, and one below text are tables of their own', () => {
  const other = pageOf(2, { header: ['', ''], rows: [['Depot 46', '120']] });
  const named = pageOf(2, { header: ['Port', '2022', '2023'], rows: [['Bergen', '1', '2']] });
  const below: PdfPage = { number: 2, pieces: [{ place: 'body', text: 'Ships.' }, ...(pages[1]?.pieces ?? [])] };
  for (const page of [other, named, below]) expect(withContinuedTables([pages[0] as PdfPage, page])[1]).toEqual(page);
});

test('the most of a column is searched on all pages of a table', async () => {
  const read = async () =>
    tables(withContinuedTables(pages)).map((table, i) => ({
      place: `page ${i + 1}`,
      blocks: [{ kind: 'table' as const, table }],
    }));
  const source = { key: 'depots', title: 'Depots', read };
  const { text } = await createAnswerer({}).answer('Which depot had the most trucks in 2023?', source);
  expect(text).toMatch(/^Depot 46, 2023: 288/);
  expect((await createAnswerer({}).answer('How many trucks did Depot 52 have in 2023?', source)).text).toContain('284');
});
