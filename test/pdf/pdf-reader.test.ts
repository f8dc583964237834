import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPdfReader, type PdfPage, type PdfReaderOptions, repeatedIn } from '../../src/pdf/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { contentPdf, deepPdf, lockedPdf, packedBomb, paragraph, textPdf } from './make-pdf.ts';

async function read(pdf: Buffer, limits: PdfReaderOptions['limits'] = {}) {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, pdf);
  const reader = createPdfReader({ limits });
  onTestFinished(() => reader.close());
  const pages: PdfPage[] = [];
  const outcome = await reader.read(path, (page) => void pages.push(page));
  return { outcome, pages };
}

const textsOf = ({ pieces = [] }: Partial<PdfPage> = {}): string[] =>
  pieces.map((piece) => (piece.place === 'table' ? `table ${piece.table.rows.length}` : piece.text));

test('a page is read as paragraphs, in any drawing order', async () => {
  const lines = [
    ...paragraph(72, 700, ['Annual Report'], 24),
    ...paragraph(72, 650, ['The year was a good one for', 'all who took part in the com-', 'pany and its work.']),
    ...paragraph(72, 580, ['A second paragraph (with signs \\ of PDF).']),
    { x: 300, y: 30, text: 'Page 1 of 9' },
  ];
  const { outcome, pages } = await read(textPdf([lines.toReversed()]));
  expect(outcome).toEqual({ kind: 'read', pages: 1, metadata: {} });
  expect(pages[0]?.pieces).toEqual([
    { place: 'heading', text: 'Annual Report' },
    { place: 'body', text: 'The year was a good one for all who took part in the company and its work.' },
    { place: 'body', text: 'A second paragraph (with signs \\ of PDF).' },
    { place: 'margin', text: 'Page 1 of 9' },
  ]);
});

test('a title in ordinary letters is separated from the sentences below it, a broken sentence is not', async () => {
  const { pages } = await read(
    textPdf([
      [
        ...paragraph(72, 700, [
          'Prices of Harbor Garage',
          'A tow costs 95 dollars.',
          'A wheel alignment costs 60 dollars.',
        ]),
        ...paragraph(72, 600, ['The workshop of Harbor Garage in', 'Springfield is open on weekdays', 'until six.']),
        ...paragraph(72, 500, ['Harbor Garage', '12 Main Street', 'Springfield, a town by the sea']),
      ],
    ]),
  );
  expect(pages[0]?.pieces).toEqual([
    { place: 'heading', text: 'Prices of Harbor Garage' },
    { place: 'body', text: 'A tow costs 95 dollars. A wheel alignment costs 60 dollars.' },
    { place: 'body', text: 'The workshop of Harbor Garage in Springfield is open on weekdays until six.' },
    { place: 'body', text: 'Harbor Garage 12 Main Street Springfield, a town by the sea' },
  ]);
});

test.each([
  ['encrypted', lockedPdf()],
  ['damaged', Buffer.from('%PDF-1.7\nnothing of the kind')],
  ['damaged', deepPdf(3, true)],
  ['no_pages', contentPdf([])],
])('what cannot be read is said: %s', async (code, pdf) => {
  expect((await read(pdf)).outcome).toEqual({ kind: 'fault', code });
});

test('columns are read one after the other, under a common heading; rows of short cells one by one', async () => {
  const text = (column: string) => Array.from({ length: 5 }, (_, i) => `${column} line ${i} of some running text`);
  const [columns] = (
    await read(
      textPdf([
        [
          ...paragraph(72, 700, ['A heading that stands across both of the columns of the page'], 14),
          ...paragraph(72, 660, text('Left')),
          ...paragraph(330, 655, text('Right')),
          ...['Revenue', 'Costs', 'Profit', 'Tax', 'Rest'].flatMap((name, i) => [
            { x: 72, y: 500 - 14 * i, text: name },
            { x: 330, y: 500 - 14 * i, text: `${i}00` },
          ]),
        ],
      ]),
    )
  ).pages;
  expect(textsOf(columns)).toEqual([
    'A heading that stands across both of the columns of the page',
    text('Left').join(' '),
    text('Right').join(' '),
    'table 5',
  ]);
});

test('a rotated page is read as displayed', async () => {
  // Written upwards on the paper, which is turned to the right.
  const stream = Buffer.from('BT /F1 11 Tf 0 1 -1 0 100 100 Tm (Turned text) Tj ET');
  const { pages } = await read(contentPdf([{ dictionary: '', stream }], { pageEntries: '/Rotate 90' }));
  expect(textsOf(pages[0])).toEqual(['Turned text']);
});

test('two thousand pages arrive one by one, with known headers and numbers; pages without text are empty', async () => {
  const page = (number: number) => [
    { x: 72, y: 760, text: 'Acme Ltd' },
    ...paragraph(72, 700, [`Text of page ${number}.`]),
    { x: 300, y: 30, text: `Page ${number} of 2000` },
  ];
  const written = [...Array.from({ length: 1999 }, (_, i) => page(i + 1)), []];
  // Unpacking takes a quarter of the time.
  const { outcome, pages } = await read(textPdf(written, { isPacked: false }));
  expect(outcome).toMatchObject({ kind: 'read', pages: 2000 });
  expect(pages.map(({ number }) => number)).toEqual(pages.map((_, i) => i + 1));
  expect(pages.at(-1)).toEqual({ number: 2000, pieces: [] });
  const isRepeated = repeatedIn(pages);
  expect(textsOf(pages[1]).map((text) => [text, isRepeated(text)])).toEqual([
    ['Acme Ltd', true],
    ['Text of page 2.', false],
    ['Page 2 of 2000', true],
  ]);
});

test('a deep page tree does no harm', async () => {
  expect((await read(deepPdf(20_000))).outcome).toMatchObject({ kind: 'read', pages: 1 });
});

test.each([
  ['too_large', packedBomb(1024, 2), { memoryBytes: 384 * 2 ** 20 }],
  ['too_slow', textPdf([[]]), { pageMs: 1 }],
  ['too_slow', textPdf([[]]), { fileMs: 1 }],
  ['too_many_pages', textPdf([[], []]), { maxPages: 1 }],
  ['too_much_text', textPdf([paragraph(72, 700, ['more than ten'])]), { maxPageCharacters: 10 }],
  ['too_much_text', textPdf([paragraph(72, 700, ['one', 'two'])]), { maxPageItems: 1 }],
  ['too_much_text', textPdf(Array(3).fill(paragraph(72, 700, ['five!']))), { maxCharacters: 12 }],
] as const)('S-12: what is %s ends, and not the server', async (code, pdf, limits) => {
  expect((await read(pdf, limits)).outcome).toEqual({ kind: 'fault', code });
});

test('one document is read at a time; further ones are rejected when too many wait, or during shutdown', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, textPdf([[]]));
  const reader = createPdfReader({ limits: { waiting: 1 } });
  let open = 0;
  const onPage = async () => {
    open += 1;
    expect(open).toBe(1);
    await new Promise(setImmediate);
    open -= 1;
  };
  const outcomes = await Promise.all([1, 2, 3].map(() => reader.read(path, onPage)));
  expect(outcomes.map((outcome) => (outcome.kind === 'read' ? 'read' : outcome.code))).toEqual([
    'read',
    'read',
    'busy',
  ]);
  await expect(
    reader.read(path, () => {
      throw new Error('not taken');
    }),
  ).rejects.toThrow('not taken');
  const last = reader.read(path, () => reader.close());
  expect(await last).toEqual({ kind: 'fault', code: 'busy' });
});
