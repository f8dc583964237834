import { expect, test } from 'vitest';
import { markdownTable } from '../../src/features/documents/ocr/markdown.ts';
import { sentenceOf, statementsOf } from '../../src/features/documents/ocr/table-words.ts';

const table = {
  caption: 'Table 3: Balance sheet',
  header: ['EUR million', '2024', '2023'],
  rows: [
    ['Assets', '', ''],
    ['Cash | bank', '3,210', '2,950'],
    ['Total assets', '5,000', '–'],
    ['Staff', '412', '398'],
  ],
};

test('a table in words: as a whole, and cell by cell with its labels', () => {
  expect(sentenceOf(table)).toBe(
    'Table 3: Balance sheet: a table of 4 rows, with the columns EUR million, 2024, 2023. Assets: Cash | bank: 3,210 (2024), 2,950 (2023). Total assets: 5,000 (2024), – (2023). Staff: 412 (2024), 398 (2023).',
  );
  expect(statementsOf(table)).toEqual([
    'Assets, Cash | bank, 2024: 3,210.',
    'Assets, Cash | bank, 2023: 2,950.',
    'Total assets, 2024: 5,000.',
    'Total assets, 2023: –.',
    'Staff, 2024: 412.',
    'Staff, 2023: 398.',
  ]);
});

test('a row ends its group only if it is the whole of all groups', () => {
  const rows = [
    ['Adults', ''],
    ['All day ticket', '12'],
    ['Evening', '8'],
    ['Children', ''],
    ['Evening', '4'],
    ['Group evening', '20'],
    ['Coat', '1'],
  ];
  expect(statementsOf({ header: ['', 'EUR'], rows })).toEqual([
    'Adults, All day ticket, EUR: 12.',
    'Adults, Evening, EUR: 8.',
    'Children, Evening, EUR: 4.',
    'Group evening, EUR: 20.',
    'Coat, EUR: 1.',
  ]);
});

test('a table as Markdown: separators are escaped, short rows are filled', () => {
  expect(markdownTable(table).split('\n').slice(0, 4)).toEqual([
    '| EUR million | 2024 | 2023 |',
    '| --- | --- | --- |',
    '| Assets |  |  |',
    '| Cash \\| bank | 3,210 | 2,950 |',
  ]);
  expect(markdownTable({ header: [], rows: [['a', 'b'], ['c']] })).toBe('|  |  |\n| --- | --- |\n| a | b |\n| c |  |');
});
