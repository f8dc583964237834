import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import type { PdfOutcome } from '../../src/pdf/index.ts';
import { watchChildren } from '../child-processes.ts';
import { contentPdf, imagePdf, lockedPdf, paragraph, textPdf } from './make-pdf.ts';
import { blackPng, emptyJbig2, emptyJpx, resizedJpeg } from './make-picture.ts';
import { readPdf } from './read-pdf.ts';

const huge = { width: 30_000, height: 30_000 };
const memoryBytes = 768 * 2 ** 20;
/** Between two looks at it a process may grow. */
const slackBytes = 512 * 2 ** 20;

const toldOf = (outcome: PdfOutcome): string => (outcome.kind === 'read' ? 'read' : outcome.code);

const jpegOf = (side: number): Buffer => createCanvas(side, side).toBuffer('image/jpeg', 50);

test.each([
  ['PNG', blackPng(huge)],
  ['JPEG', resizedJpeg(jpegOf(64), huge)],
])('S-12: a %s of 900 million pixels in a small file is refused by its head', async (_kind, file) => {
  expect(file.length).toBeLessThan(300_000);
  const children = watchChildren();
  const { outcome } = await readPdf(file, { isPicture: true });
  expect(outcome).toEqual({ kind: 'fault', code: 'too_many_pixels' });
  for (const { peakBytes } of children.end()) expect(peakBytes).toBeLessThan(300 * 2 ** 20);
});

const image = (entries: string): string =>
  `/Subtype /Image /Width ${huge.width} /Height ${huge.height} /ColorSpace /DeviceGray ${entries}`;
const tiny = image('/BitsPerComponent 8').replaceAll('30000', '8');

test.each([
  [
    'packed pixels',
    imagePdf(image('/BitsPerComponent 1 /Filter /FlateDecode'), deflateSync(Buffer.alloc(112_500_000))),
  ],
  ['a JPEG', imagePdf(image('/BitsPerComponent 8 /Filter /DCTDecode'), resizedJpeg(jpegOf(64), huge))],
  ['a JPEG that says it is small', imagePdf(`${tiny} /Filter /DCTDecode`, resizedJpeg(jpegOf(64), huge))],
  ['JPEG 2000', imagePdf(image('/BitsPerComponent 8 /Filter /JPXDecode'), emptyJpx(huge))],
  ['JPEG 2000 that says it is small', imagePdf(`${tiny} /Filter /JPXDecode`, emptyJpx(huge))],
  ['JBIG2', imagePdf(image('/BitsPerComponent 1 /Filter /JBIG2Decode'), emptyJbig2(huge))],
  [
    'JBIG2 that says it is small',
    imagePdf(`${tiny} /Filter /JBIG2Decode`.replace('Component 8', 'Component 1'), emptyJbig2(huge)),
  ],
])(
  'S-12: a page whose picture is 900 million pixels of %s costs a page at most',
  async (_kind, file) => {
    const children = watchChildren();
    const { outcome, pages } = await readPdf(file);
    expect(['read', 'damaged', 'too_large', 'too_slow', 'failed']).toContain(toldOf(outcome));
    expect(pages.flatMap(({ pieces }) => pieces)).toEqual([]);
    for (const { peakBytes } of children.end()) expect(peakBytes).toBeLessThan(memoryBytes + slackBytes);
  },
  240_000,
);

const bombs = {
  'arrays in arrays': contentPdf([{ dictionary: '', stream: Buffer.from(`${'['.repeat(2_000_000)} TJ`) }]),
  'dictionaries in dictionaries': contentPdf([
    { dictionary: '', stream: Buffer.from(`/P ${'<< /A '.repeat(500_000)} BDC EMC`) },
  ]),
  'a form that draws itself': imagePdf(
    '/Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /I 5 0 R >> >>',
    Buffer.from('q /I Do /I Do Q'),
  ),
  'half a million operators': contentPdf([
    { dictionary: '/Filter /FlateDecode', stream: deflateSync('1 0 0 1 0 0 cm\n'.repeat(500_000)) },
  ]),
  'a page of a million points': Buffer.from(
    textPdf([[]]).toString('latin1').replace('[0 0 612 792]', '[0 0 1e6 1e6]'),
    'latin1',
  ),
};

test.each(Object.entries(bombs))(
  'S-12: %s harm their own process only',
  async (_name, file) => {
    const children = watchChildren();
    const { outcome } = await readPdf(file);
    expect(['read', 'damaged', 'too_large', 'too_slow']).toContain(toldOf(outcome));
    for (const { peakBytes } of children.end()) expect(peakBytes).toBeLessThan(memoryBytes + slackBytes);
    expect((await readPdf(textPdf([paragraph(72, 700, ['All is well.'])]))).outcome).toMatchObject({ kind: 'read' });
  },
  240_000,
);

test('a truncated, encrypted or empty file is reported as such', async () => {
  const whole = textPdf(Array.from({ length: 40 }, (_, i) => paragraph(72, 700, [`Page ${i}`])));
  const outcomes = [whole.subarray(0, whole.length / 2), lockedPdf(), contentPdf([]), Buffer.alloc(0)].map(
    async (file) => toldOf((await readPdf(file)).outcome),
  );
  expect(await Promise.all(outcomes)).toEqual(['damaged', 'encrypted', 'no_pages', 'damaged']);
});
