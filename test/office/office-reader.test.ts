import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOfficeReader, type OfficeFormat } from '../../src/office/index.ts';
import type { PdfPage } from '../../src/pdf/index.ts';
import { docx, docxParagraph, docxTable, odt, packed, pptx, shape, xlsx } from './make-office.ts';

async function read(file: Buffer | string, format: OfficeFormat) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-office-'));
  const path = join(folder, 'file');
  writeFileSync(path, file);
  const reader = createOfficeReader();
  const pages: PdfPage[] = [];
  try {
    return { outcome: await reader.read(path, (page) => void pages.push(page), { format }), pages };
  } finally {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The places of a file with their texts and tables, briefly. */
async function contentOf(file: Buffer | string, format: OfficeFormat) {
  const { outcome, pages } = await read(file, format);
  expect(outcome.kind).toBe('read');
  return pages.map(({ place, pieces }) => [
    place,
    ...pieces.map((piece) => {
      if (piece.place !== 'table') return piece.place === 'heading' ? `# ${piece.text}` : piece.text;
      const { caption, header, rows, rowNumbers } = piece.table;
      return { ...(caption !== undefined && { caption }), header, rows, ...(rowNumbers && { rowNumbers }) };
    }),
  ]);
}

const prices = [
  ['Room', 'Price', 'Beds'],
  ['Single', '80', '1'],
  ['Double', '120', '2'],
];
const priceTable = { header: prices[0], rows: prices.slice(1) };

test('a Word document is read by its headings, with lists and tables', async () => {
  const body = [
    docxParagraph('Lakeside', 'H1'),
    docxParagraph('We are beside the lake.'),
    docxParagraph('Rooms', 'H2'),
    docxTable(prices),
    docxParagraph('Breakfast', 'H1'),
    docxParagraph('Breakfast is from 7 to 10.'),
  ];
  expect(await contentOf(await docx(body.join('')), 'docx')).toEqual([
    ['section Lakeside', '# Lakeside', 'We are beside the lake.'],
    ['section Rooms', '# Lakeside: Rooms', priceTable],
    ['section Breakfast', '# Breakfast', 'Breakfast is from 7 to 10.'],
  ]);
});

test('a Word document without headings is divided into parts', async () => {
  const sentence = 'The ferry crosses the fjord four times a day. ';
  const body = Array.from({ length: 10 }, () => docxParagraph(sentence.repeat(30))).join('');
  const places = (await contentOf(await docx(body), 'docx')).map(([place]) => place);
  expect(places).toEqual(places.map((_, i) => `part ${i + 1}`));
  expect(places.length).toBeGreaterThan(1);
});

test('an OpenDocument text is read without deleted text, comments and its list of contents', async () => {
  const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const rows = prices.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  const body = [
    '<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>',
    '<text:table-of-content><text:p>Fees 1</text:p></text:table-of-content>',
    '<text:h text:outline-level="1">Fees<office:annotation><text:p>check this</text:p></office:annotation></text:h>',
    '<text:p>Dogs<text:s text:c="2"/>are<text:tab/>welcome.</text:p>',
    `<table:table>${rows}</table:table>`,
  ].join('');
  expect(await contentOf(await odt(body), 'odt')).toEqual([
    ['section Fees', '# Fees', 'Dogs are welcome.', priceTable],
  ]);
});

test('RTF is read in its code pages, with headings and tables, without hidden text and headers', async () => {
  const row = (cells: readonly string[]): string => `\\trowd\\pard\\intbl ${cells.join('\\cell ')}\\cell\\row `;
  const text = [
    '{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}{\\header Page 1}{\\*\\other x}',
    "\\pard\\outlinelevel0 Returns\\par\\pard Caf\\'e9 vouchers are \\u8364?20.{\\v secret}\\par{\\f1\\'cf\\'f0\\'e8}\\par",
    ...prices.map(row),
    '\\pard Goodbye.\\par}',
  ].join('\n');
  expect(await contentOf(text, 'rtf')).toEqual([
    ['section Returns', '# Returns', 'Café vouchers are €20.', 'При', priceTable, 'Goodbye.'],
  ]);
});

test('a presentation is read by its slides, without hidden ones and slide numbers', async () => {
  const table = `<a:tbl>${prices.map((row) => `<a:tr>${row.map((cell) => `<a:tc><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl>`;
  const file = await pptx([
    shape('It lasts five years.') + shape('Warranty', 'title') + shape('1', 'sldNum'),
    `!${shape('Not shown.')}`,
    shape('Rooms', 'ctrTitle') + table,
  ]);
  expect(await contentOf(file, 'pptx')).toEqual([
    ['slide 1', '# Warranty', 'It lasts five years.'],
    ['slide 3', '# Rooms', priceTable],
  ]);
});

test('shares of a workbook are read as the percentages that it shows, with all of their digits', async () => {
  const rows = [
    ['Wood', 'Margin', 'Waste', 'Other'],
    ['Oak', { value: 0.325, format: 1 }, { value: -0.07, format: 2 }, { value: 12, format: 3 }],
  ] as const;
  expect(await contentOf(await xlsx([{ name: 'Woods', rows }]), 'xlsx')).toEqual([
    ['sheet Woods', { header: rows[0], rows: [['Oak', '32.5%', '-7%', '12']], rowNumbers: [2] }],
  ]);
});

test('a workbook is read by its visible sheets, tables apart, with the numbers of rows', async () => {
  const file = await xlsx([
    {
      name: 'Prices 2026',
      rows: [['Our prices'], ...prices, [], ['City', 'Phone', 'Open'], ['Leeds', '0113', '8 to 5']],
    },
    { name: 'Secret', rows: [['x', 1]], isHidden: true },
    {
      name: 'Sums',
      rows: [
        ['Name', 'Sum'],
        ['A', 0.30000000000000004],
      ],
    },
  ]);
  expect(await contentOf(file, 'xlsx')).toEqual([
    ['sheet Prices 2026', { caption: 'Our prices', ...priceTable, rowNumbers: [3, 4] }],
    ['sheet Prices 2026', { header: ['City', 'Phone', 'Open'], rows: [['Leeds', '0113', '8 to 5']], rowNumbers: [7] }],
    ['sheet Sums', { header: ['Name', 'Sum'], rows: [['A', '0.3']], rowNumbers: [2] }],
  ]);
});

test('separated values are read in any encoding, in parts with the same header', async () => {
  const header = 'Product;Price';
  const lines = Array.from({ length: 250 }, (_, i) => `Lamp ${i};${i}`);
  const pages = await contentOf(`${header}\n${lines.join('\n')}\n`, 'csv');
  expect(pages.map(([place]) => place)).toEqual(['table', 'table']);
  expect(pages[1]?.[1]).toMatchObject({
    header: ['Product', 'Price'],
    rows: { 0: ['Lamp 200', '200'] },
    rowNumbers: { 0: 202 },
  });
  const old = Buffer.concat([Buffer.from('Name,Price\nCaf'), Buffer.from([0xe9]), Buffer.from(',4\n')]);
  expect(await contentOf(old, 'csv')).toEqual([
    ['table', { header: ['Name', 'Price'], rows: [['Café', '4']], rowNumbers: [2] }],
  ]);
});

test('a page of HTML is read as it is shown', async () => {
  const rows = prices.map(
    (row, i) => `<tr>${row.map((cell) => (i === 0 ? `<th>${cell}` : `<td>${cell}`)).join('')}</tr>`,
  );
  const html = `<!doctype html><title>Hotel</title><nav>Home</nav><h1>Hotel &amp; Spa</h1><p>Open <b>all</b> year.<br>No dogs.
    <p hidden>secret<script>evil()</script><div style="display:none">secret</div><h2>Rooms</h2><table>${rows.join('')}</table>
    <dl><dt>Check-in<dd>from 3 pm</dl><table><tr><td><table><tr><td>Layout</td><td>text</td></tr></table></td></tr></table>`;
  expect(await contentOf(html, 'html')).toEqual([
    ['section Hotel & Spa', '# Hotel & Spa', 'Open all year.', 'No dogs.'],
    [
      'section Rooms',
      '# Hotel & Spa: Rooms',
      priceTable,
      'Check-in: from 3 pm',
      { header: ['', ''], rows: [['Layout', 'text']] },
    ],
  ]);
});

test('Markdown is read without its marks and front matter', async () => {
  const text =
    '---\ntitle: x\n---\n# Help\n\nSee [us](https://x.test).\n\n## Fees\n\n|Room|Price|Beds|\n|-|-|-|\n|Single|80|1|\n|Double|120|2|\n';
  expect(await contentOf(text, 'markdown')).toEqual([
    ['section Help', '# Help', 'See us.'],
    ['section Fees', '# Help: Fees', priceTable],
  ]);
});

test('plain text is read in paragraphs and named by its lines', async () => {
  const text = Buffer.from(
    '\ufeffThe ferry leaves\r\nevery hour.\r\n\r\nTickets: 4 pounds\r\nBicycles: 2 pounds\r\n',
    'utf16le',
  );
  expect(await contentOf(text, 'text')).toEqual([
    ['lines 1 to 6', 'The ferry leaves every hour.', 'Tickets: 4 pounds', 'Bicycles: 2 pounds'],
  ]);
});

test('a short line above a longer one heads a paragraph of plain text', async () => {
  const text =
    'Water\nThe pool is heated to 24 degrees.\n\nWe live in\nOld London.\n\nDear Ann,\nThank you for your letter.\n';
  expect(await contentOf(Buffer.from(text), 'text')).toEqual([
    [
      'lines 1 to 9',
      '# Water',
      'The pool is heated to 24 degrees.',
      'We live in Old London.',
      'Dear Ann, Thank you for your letter.',
    ],
  ]);
});

test('an e-mail is read with who wrote it, and the names of its attachments', async () => {
  const mail = [
    'From: Ann Lee <ann@example.com>',
    'To: Bob <bob@example.com>',
    'Cc: Cy <cy@example.com>',
    'Date: Tue, 04 Mar 2025 10:41:00 +0100',
    'Subject: =?utf-8?q?Visit_at_the_caf=C3=A9?=',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>The visit is on <b>Thursday</b>.</p>',
    '--b',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    '',
    'x',
    '--b--',
  ].join('\r\n');
  expect(await contentOf(mail, 'mail')).toEqual([
    [
      'mail header',
      '# E-mail: Visit at the café',
      'From: Ann Lee ann@example.com',
      'To: Bob bob@example.com',
      'Cc: Cy cy@example.com',
      'Date sent: 4 March 2025, 09:41 UTC',
      'Subject: Visit at the café',
      'Attachments: plan.pdf',
    ],
    ['message', 'The visit is on Thursday.'],
  ]);
});

const manifest = { 'META-INF/manifest.xml': '<m:manifest xmlns:m="urn:m"><m:encryption-data/></m:manifest>' };
const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each<[string, OfficeFormat, string, () => Promise<Buffer | string> | Buffer | string]>([
  [
    'a document that unpacks to too much',
    'docx',
    'too_much_text',
    () => packed({ 'word/document.xml': ' '.repeat(210_000_000) }),
  ],
  [
    'a path that leaves the archive',
    'docx',
    'damaged',
    async () =>
      Buffer.from(
        (await packed({ 'aa/bb/x': 'x', 'word/document.xml': '<a/>' }))
          .toString('latin1')
          .replaceAll('aa/bb/x', '../../x'),
        'latin1',
      ),
  ],
  ['an archive that was cut', 'docx', 'damaged', async () => (await docx(docxParagraph('x'))).subarray(0, 400)],
  ['a document under the name of a workbook', 'xlsx', 'damaged', () => docx(docxParagraph('x'))],
  ['a document with a password', 'odt', 'encrypted', () => odt('<text:p>x</text:p>', manifest)],
  ['entities of OpenDocument', 'odt', 'damaged', () => packed({ 'content.xml': `${entity}<a>&x;</a>` })],
  ['entities of Word', 'docx', 'damaged', () => packed({ 'word/document.xml': `${entity}<a>&x;</a>` })],
  ['groups without end', 'rtf', 'damaged', () => `{\\rtf1 ${'{'.repeat(100_000)}`],
  ['a text with zero bytes', 'text', 'damaged', () => Buffer.from('abc\0def')],
  ['a text that is too long', 'text', 'too_much_text', () => 'word\n'.repeat(4_100_000)],
  [
    'a table that repeats a cell too often',
    'html',
    'too_much_text',
    () => `<table>${`<tr><td colspan=100>${'x'.repeat(10_000)}<td>b`.repeat(21)}</table>`,
  ],
  [
    'a sheet with too many columns',
    'xlsx',
    'too_much_text',
    () => xlsx([{ name: 'Wide', rows: [Array.from({ length: 201 }, (_, i) => i)] }]),
  ],
  [
    'messages in messages',
    'mail',
    'damaged',
    () =>
      `Content-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(500)}`,
  ],
])('refuses %s', async (_name, format, code, file) => {
  expect((await read(await file(), format)).outcome).toEqual({ kind: 'fault', code });
});

test('a page nested without end is read in bounded time', async () => {
  const depth = 100_000;
  const { outcome } = await read(`<p>Before.</p>${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`, 'html');
  expect(outcome.kind).toBe('read');
});
