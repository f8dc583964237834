import { beforeAll, expect, test } from 'vitest';
import type { PdfPage, Table } from '../../src/pdf/index.ts';
import { type DrawnTable, drawTable } from './draw-table.ts';
import { paragraph, type Ruled, textPdf, type Written } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const figures = [
  ['Revenue', '1,234.5', '1,100.0', '12%'],
  ['Cost of sales', '(734.5)', '(650.0)', '13%'],
  ['Gross profit', '500.0', '450.0', '11%'],
];
const prose = [
  'The group grew in all of its segments, and the board is content with',
  'what was reached; costs were held down in spite of higher prices for',
  'energy, and the order book stands at a new height of its history.',
];

interface Case {
  readonly name: string;
  readonly drawn: Omit<DrawnTable, 'x' | 'y'>;
  readonly table: Partial<Table>;
}

const cases: Case[] = [
  {
    name: 'ruled all around, under a title of its own',
    drawn: {
      widths: [150, 80, 80, 60],
      rules: 'all',
      rows: [[{ text: 'Income statement', span: 4 }], ['EUR million', '2024', '2023', 'Change'], ...figures],
      headerRows: 2,
    },
    table: { header: ['EUR million', '2024', '2023', 'Change'], rows: figures },
  },
  {
    name: 'a header of two rows whose cells lie over several columns',
    drawn: {
      widths: [130, 70, 70, 70, 70],
      rules: 'all',
      headerRows: 2,
      rows: [
        ['', { text: 'Europe', span: 2 }, { text: 'Asia', span: 2 }],
        ['Segment', '2024', '2023', '2024', '2023'],
        ['Valves', '10', '11', '12', '13'],
        ['Pumps', '20', '21', '22', '23'],
      ],
    },
    table: {
      header: ['Segment', 'Europe 2024', 'Europe 2023', 'Asia 2024', 'Asia 2023'],
      rows: [
        ['Valves', '10', '11', '12', '13'],
        ['Pumps', '20', '21', '22', '23'],
      ],
    },
  },
  {
    name: 'the same without rules',
    drawn: {
      widths: [130, 70, 70, 70, 70],
      rules: 'none',
      headerRows: 2,
      rows: [
        ['', { text: 'Europe', span: 2 }, { text: 'Asia', span: 2 }],
        ['Segment', '2024', '2023', '2024', '2023'],
        ['Valves', '10', '11', '12', '13'],
        ['Pumps', '20', '21', '22', '23'],
        ['Total', '30', '32', '34', '36'],
      ],
    },
    table: {
      header: ['Segment', 'Europe 2024', 'Europe 2023', 'Asia 2024', 'Asia 2023'],
      rows: [
        ['Valves', '10', '11', '12', '13'],
        ['Pumps', '20', '21', '22', '23'],
        ['Total', '30', '32', '34', '36'],
      ],
    },
  },
  {
    name: 'without rules, with labels of rows and a name of two lines',
    drawn: {
      widths: [220, 90, 90],
      rules: 'none',
      rows: [
        ['In thousands', '2024', '2023'],
        ['Assets', '', ''],
        ['Cash and cash equivalents', '3,210', '2,950'],
        ['Receivables from associates and\nother related parties', '1,040', '–'],
        ['Liabilities', '', ''],
        ['Borrowings', '2,000', '2,400'],
      ],
    },
    table: {
      header: ['In thousands', '2024', '2023'],
      rows: [
        ['Assets', '', ''],
        ['Cash and cash equivalents', '3,210', '2,950'],
        ['Receivables from associates and other related parties', '1,040', '–'],
        ['Liabilities', '', ''],
        ['Borrowings', '2,000', '2,400'],
      ],
    },
  },
  {
    name: 'rules at its ends and below its header only',
    drawn: { widths: [160, 80, 80, 60], rules: 'ends', rows: [['', 'FY24', 'FY23', 'Change'], ...figures] },
    table: { header: ['', 'FY24', 'FY23', 'Change'], rows: figures },
  },
  {
    name: 'cells of text of several lines, ruled between rows',
    drawn: {
      widths: [100, 190, 130],
      rules: 'rows',
      align: 'left',
      rows: [
        ['Risk', 'What it means', 'Owner'],
        ['Energy prices', 'Higher prices for gas lower\nthe margin of all plants', 'Head of operations'],
        ['Skills', 'Too few engineers', 'Head of people'],
        ['Cyber', 'An attack stops deliveries for\ndays, and costs trust', 'Chief information\nofficer'],
      ],
    },
    table: {
      header: ['Risk', 'What it means', 'Owner'],
      rows: [
        ['Energy prices', 'Higher prices for gas lower the margin of all plants', 'Head of operations'],
        ['Skills', 'Too few engineers', 'Head of people'],
        ['Cyber', 'An attack stops deliveries for days, and costs trust', 'Chief information officer'],
      ],
    },
  },
  {
    name: 'signs of a currency that stand apart',
    drawn: {
      widths: [160, 20, 70, 20, 70],
      rules: 'none',
      rows: [
        ['', '', '2024', '', '2023'],
        ['Net sales', '$', '4,500', '$', '4,100'],
        ['Net income', '', '420', '', '(35)'],
        ['Total equity', '$', '2,900', '$', '2,700'],
      ],
    },
    table: {
      header: ['', '2024', '2023'],
      rows: [
        ['Net sales', '$4,500', '$4,100'],
        ['Net income', '420', '(35)'],
        ['Total equity', '$2,900', '$2,700'],
      ],
    },
  },
];

/** Each on a page of its own, between two paragraphs. */
const pageOf = ({ drawn }: Case): (Written | Ruled)[] => {
  const { parts, bottom } = drawTable({ ...drawn, x: 72, y: 600 });
  return [
    ...paragraph(72, 690, prose, 10),
    { x: 72, y: 612, text: 'Table 4: Key figures', size: 9 },
    ...parts,
    ...paragraph(72, bottom - 30, prose, 10),
  ];
};

let pages: PdfPage[];
beforeAll(async () => {
  const twoColumns = [
    ...paragraph(72, 700, Array(6).fill('A line of a column of running text'), 10),
    ...paragraph(320, 700, Array(6).fill('and one of the column beside that'), 10),
  ];
  const contents = ['Directors', 'Strategy', 'Accounts'].map((name, i) => ({
    x: 72,
    y: 700 - 14 * i,
    text: `${name} ${'. '.repeat(40)} ${i * 10 + 3}`,
  }));
  const read = await readPdf(textPdf([...cases.map(pageOf), twoColumns, contents]));
  expect(read.outcome).toMatchObject({ kind: 'read' });
  ({ pages } = read);
});

test.each(cases.map((one, i) => [one.name, one, i] as const))('a table is read: %s', (_name, { table }, i) => {
  const pieces = pages[i]?.pieces ?? [];
  expect(pieces.map(({ place }) => place)).toEqual(['body', 'body', 'table', 'body']);
  expect(pieces[2]).toMatchObject({ table: { ...table, caption: expect.stringContaining('Table 4: Key figures') } });
});

test('columns of text and a table of contents are not tables', () => {
  for (const { pieces } of pages.slice(-2)) expect(pieces.filter(({ place }) => place === 'table')).toEqual([]);
});

test('a heading separates two tables, a row of units belongs to the header, and a title may follow the table', async () => {
  const [first, second] = [
    [
      ['EUR million', '2024', '2023'],
      ['Revenue', '10.5', '9.1'],
      ['Costs', '7.0', '6.2'],
    ],
    [
      ['Article', '2024', '2023'],
      ['', '£000', '£000'],
      ['Tax', '3,948', '2,679'],
      ['Rent', '120', '118'],
    ],
  ];
  const drawn: (Written | Ruled)[] = [...paragraph(72, 700, prose)];
  const top = drawTable({ x: 72, y: 640, widths: [190, 90, 90], rules: 'none', rows: first });
  drawn.push(...top.parts, { x: 72, y: top.bottom - 16, text: 'Other figures', size: 13, bold: true });
  const under = drawTable({ x: 72, y: top.bottom - 20, widths: [190, 90, 90], rules: 'none', rows: second });
  drawn.push(...under.parts, { x: 72, y: under.bottom - 18, text: 'Table 4: What is owed', size: 10 });
  const [page] = (await readPdf(textPdf([drawn]))).pages;
  const tables = page?.pieces.flatMap((piece) => (piece.place === 'table' ? [piece.table] : []));
  expect(tables).toEqual([
    { header: first[0], rows: first.slice(1) },
    {
      caption: 'Other figures – Table 4: What is owed',
      header: ['Article', '2024 £000', '2023 £000'],
      rows: second.slice(2),
    },
  ]);
});
