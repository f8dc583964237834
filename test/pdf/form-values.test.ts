import { expect, test } from 'vitest';
import { textPdf } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

test('values of a form and notes on a page are read where they stand, hidden ones are not', async () => {
  const field = (rest: string): string => `<< /Type /Annot /Subtype /Widget ${rest} >>`;
  const annotations = [
    field('/FT /Tx /T (holder) /V (Tomas Lindqvist) /Rect [160 696 360 712]'),
    field('/FT /Ch /T (place) /V (Uppsala) /Rect [160 636 360 652]'),
    field('/FT /Tx /T (secret) /V (Not shown) /F 2 /Rect [160 656 360 672]'),
    field('/FT /Btn /T (box) /V /Yes /Rect [400 696 412 708]'),
    '<< /Type /Annot /Subtype /FreeText /Contents (Paid in March.) /DA (/F1 10 Tf) /Rect [72 600 300 616] >>',
  ];
  const form = [
    { x: 72, y: 700, text: 'Policy holder:' },
    { x: 72, y: 640, text: 'Place:' },
  ];
  const { pages } = await readPdf(textPdf([form], { pageEntries: `/Annots [${annotations.join(' ')}]` }));
  const text = pages[0]?.pieces.map((piece) => (piece.place === 'table' ? '' : piece.text)).join(' | ');
  expect(text).toBe('Policy holder: Tomas Lindqvist | Place: Uppsala | Paid in March.');
});
