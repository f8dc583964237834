import { type PageWriter, pdfOfPages, type Rule, type Text } from './pdf.ts';

/** A table as drawn: its cells, row by row, column names first. */
export interface DrawnTable {
  readonly page: number;
  readonly cells: readonly (readonly string[])[];
}

const kinds = ['every rule', 'rules between rows', 'a rule below the names', 'no rules'] as const;
type Kind = (typeof kinds)[number];

/**
 * Returns this many pages, each with a table between running text, cycling through every kind; deterministic for a page
 * count.
 */
export function tablesPdf(pages: number): { readonly pdf: Buffer; readonly tables: readonly DrawnTable[] } {
  const random = numbersFrom(7);
  const tables: DrawnTable[] = [];
  const writers = Array.from({ length: pages }, (_, i): PageWriter => {
    const cells = cellsOf(random);
    tables.push({ page: i + 1, cells });
    return () => drawn(cells, kinds[i % kinds.length] as Kind);
  });
  return { pdf: pdfOfPages(writers), tables };
}

/** Numerical Recipes' generator, so that the corpus is the same everywhere. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const subjects = [
  'Revenue',
  'Cost of sales',
  'Gross profit',
  'Staff costs',
  'Marketing and travel',
  'Rent',
  'Depreciation',
];
const more = [
  'Interest paid',
  'Tax',
  'Net income',
  'Sites',
  'Water used in thousand cubic metres',
  'Orders',
  'Returns',
];
const columns = ['2025', '2024', '2023', 'Change', 'Plan', 'Share of total'];

function cellsOf(random: (below: number) => number): string[][] {
  const width = 2 + random(4);
  const height = 4 + random(10);
  const names = [...subjects, ...more];
  const figure = (): string => {
    const value = (random(900_000) / 10 + 1).toFixed(1).replace(/\B(?=(\d{3})+\.)/g, ',');
    return [value, value, value, `(${value})`, `${(random(999) / 10).toFixed(1)}%`, ''][random(6)] as string;
  };
  const rows = Array.from({ length: height }, (_, i) => [
    names[i % names.length] as string,
    ...Array.from({ length: width }, figure),
  ]);
  // A row with only a name would be a label, which not all tables have.
  for (const row of rows) if (row.slice(1).every((cell) => cell === '')) row[1] = '1.0';
  return [['Item', ...columns.slice(0, width)], ...rows];
}

const left = 72;
const top = 640;
const rowHeight = 16;
const nameWidth = 190;
const size = 9;

function drawn(cells: readonly (readonly string[])[], kind: Kind): (Text | Rule)[] {
  const width = (cells[0] as readonly string[]).length - 1;
  const each = (468 - nameWidth) / width;
  const edges = [left, ...Array.from({ length: width + 1 }, (_, i) => left + nameWidth + i * each)];
  const right = edges.at(-1) as number;
  const bottom = top - cells.length * rowHeight;
  const parts: (Text | Rule)[] = [
    { x: left, y: 720, text: 'Figures of the year', size: 15 },
    { x: left, y: 690, text: 'The table below shows what was earned and spent, as far as it is known at this time.' },
    { x: left, y: bottom - 30, text: 'Figures are not audited and may change until the report of the year is out.' },
  ];
  cells.forEach((row, i) => {
    const y = top - (i + 1) * rowHeight + 5;
    row.forEach((text, column) => {
      const x = column === 0 ? left + 4 : (edges[column + 1] as number) - 4 - widthOf(text);
      if (text !== '') parts.push({ x, y, text, size });
    });
  });
  const across = (y: number): void => void parts.push({ from: [left, y], to: [right, y] });
  if (kind === 'a rule below the names') for (const row of [0, 1, cells.length]) across(top - row * rowHeight);
  if (kind === 'every rule' || kind === 'rules between rows')
    for (let row = 0; row <= cells.length; row++) across(top - row * rowHeight);
  if (kind === 'every rule') for (const x of edges) parts.push({ from: [x, top], to: [x, bottom] });
  return parts;
}

/** Width of Helvetica digits in points; an adequate approximation for column names. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, sign) => sum + (/[.,]/.test(sign) ? 0.278 : /[()]/.test(sign) ? 0.333 : /%/.test(sign) ? 0.889 : 0.556),
    0,
  ) * size;
