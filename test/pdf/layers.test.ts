import { expect, test } from 'vitest';
import { contentPdf, type PdfObject } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const line = (y: number, text: string): string => `BT /F1 11 Tf 1 0 0 1 72 ${y} Tm (${text}) Tj ET`;
const section = (name: string, ...content: readonly string[]): string => `/OC /${name} BDC ${content.join(' ')} EMC`;

/** Pages of one content stream; the layer `off` is switched off, the layer `on` is not. */
async function textOf(content: string): Promise<string | undefined> {
  const page: PdfObject = { dictionary: '', stream: Buffer.from(content) };
  const layer = (name: string): PdfObject => ({ dictionary: `/Type /OCG /Name (${name})` });
  const file = contentPdf([page], {
    more: [layer('off'), layer('on')],
    catalogueEntries: '/OCProperties << /OCGs [7 0 R 8 0 R] /D << /OFF [7 0 R] >> >>',
    resources: '/Properties << /off 7 0 R /on 8 0 R >>',
  });
  const { pages } = await readPdf(file);
  return pages[0]?.pieces.map((piece) => (piece.place === 'table' ? '' : piece.text)).join(' | ');
}

test('text of a layer that is switched off is not read', async () => {
  const content = [
    line(700, 'The telescope cost 3.1 million.'),
    section('off', line(650, 'It cost 9.9 million.'), section('on', line(600, 'It cost 8.8 million.'))),
    section('on', line(550, 'It opened in May.'), '/Span << /MCID 1 >> BDC', line(500, 'It is white.'), 'EMC'),
    section('off', line(450, 'It opened in June.')),
    line(400, 'It has a dome.'),
  ];
  expect(await textOf(content.join('\n'))).toBe(
    'The telescope cost 3.1 million. | It opened in May. | It is white. | It has a dome.',
  );
});

test('text of a drawing whose layer is switched off is not read', async () => {
  const form = (layer: string, text: string): PdfObject => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /OC ${layer} /Resources << /Font << /F1 3 0 R >> >>`,
    stream: Buffer.from(text),
  });
  const content = [line(700, 'The telescope cost 3.1 million.'), '/Draft Do', '/Final Do', line(400, 'It has a dome.')];
  const file = contentPdf([{ dictionary: '', stream: Buffer.from(content.join('\n')) }], {
    more: [
      { dictionary: '/Type /OCG /Name (off)' },
      { dictionary: '/Type /OCG /Name (on)' },
      form('7 0 R', line(650, 'It cost 9.9 million.')),
      form('8 0 R', line(550, 'It opened in May.')),
    ],
    catalogueEntries: '/OCProperties << /OCGs [7 0 R 8 0 R] /D << /OFF [7 0 R] >> >>',
    resources: '/XObject << /Draft 9 0 R /Final 10 0 R >>',
  });
  const { pages } = await readPdf(file);
  expect(pages[0]?.pieces.map((piece) => (piece.place === 'table' ? '' : piece.text)).join(' | ')).toBe(
    'The telescope cost 3.1 million. | It opened in May. | It has a dome.',
  );
});
