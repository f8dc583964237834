import { expect, test } from 'vitest';
import { withoutLetterSpacing } from '../../src/pdf/letter-spaced.ts';
import { contentPdf } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const item = (text: string, x: number) => ({ text, x, y: 0, width: 6, size: 10, bold: true });

test('letters that are drawn apart become words at the wider gaps', () => {
  const items = [...'OURYEAR'].map((letter, i) => item(letter, i * 10 + (i > 2 ? 12 : 0)));
  expect(withoutLetterSpacing('O U R Y E A R', items)).toBe('OUR YEAR');
  expect(withoutLetterSpacing('O U R   Y E A R', [item('O U R   Y E A R', 0)])).toBe('OUR YEAR');
});

test.each(['A B C D E F', 'X X X X X X', 'Plan B and C', 'A B C'])('%s is unchanged', (text) => {
  expect(withoutLetterSpacing(text, [item(text, 0)])).toBe(text);
});

test('a heading with spacing between its letters is read as words', async () => {
  const heading = 'BT /F1 16 Tf 6 Tc 1 0 0 1 72 700 Tm (CHAIRMAN REPORT) Tj ET';
  const body = 'BT /F1 11 Tf 0 Tc 1 0 0 1 72 650 Tm (The year was good for every mill of the valley.) Tj ET';
  const { pages } = await readPdf(contentPdf([{ dictionary: '', stream: Buffer.from(`${heading}\n${body}`) }]));
  expect(pages[0]?.pieces).toContainEqual({ place: 'heading', text: 'CHAIRMAN REPORT' });
});
