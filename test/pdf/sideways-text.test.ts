import { expect, test } from 'vitest';
import { contentPdf } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const matrices = { up: '0 1 -1 0', down: '0 -1 1 0', over: '-1 0 0 -1' } as const;
const lines = ['The mill made 410 rolls of felt in the year.', 'It has forty looms and a dye house.'];

/** A page of 612 by 792 points whose lines run in one direction, with a page number that runs from left to right. */
async function piecesOf(direction: keyof typeof matrices) {
  const place = (i: number): string =>
    ({ up: `${200 + i * 20} 100`, down: `${400 - i * 20} 700`, over: `500 ${300 + i * 20}` })[direction];
  const content = lines.map((text, i) => `BT /F1 11 Tf ${matrices[direction]} ${place(i)} Tm (${text}) Tj ET`);
  const number = 'BT /F1 9 Tf 1 0 0 1 300 20 Tm (12) Tj ET';
  const file = contentPdf([{ dictionary: '', stream: Buffer.from([...content, number].join('\n')) }]);
  return (await readPdf(file)).pages[0];
}

test.each(['up', 'down', 'over'] as const)('a page whose text runs %s is read in its direction', async (direction) => {
  const page = await piecesOf(direction);
  expect(page?.pieces).toContainEqual({ place: 'body', text: lines.join(' ') });
  expect(page?.isUnread).toBeUndefined();
});

test('a page with nothing but slanted text says that it could not be read', async () => {
  const content = 'BT /F1 40 Tf 0.7 0.7 -0.7 0.7 100 100 Tm (DRAFT) Tj ET';
  const { pages } = await readPdf(contentPdf([{ dictionary: '', stream: Buffer.from(content) }]));
  expect(pages[0]).toMatchObject({ pieces: [], isUnread: true });
});
