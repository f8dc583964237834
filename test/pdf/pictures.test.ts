import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { picturePdf } from './make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const table = [
  ['Product', 'Units', 'Price'],
  ['Butterfly valve', '1,250', '48.90'],
  ['Gate valve', '640', '112.00'],
  ['Check valve', '2,015', '23.75'],
];

/** A page of 150 dots an inch as a scanner gives it: a little turned, grey towards one side, with specks. */
function scan({ degrees, specks }: { readonly degrees: number; readonly specks: number }): Canvas {
  const [width, height] = [1275, 1650];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const shade = context.createLinearGradient(0, 0, width, height);
  shade.addColorStop(0, '#ffffff');
  shade.addColorStop(1, '#c8c4bc');
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  context.fillStyle = context.strokeStyle = '#1c1c22';
  context.font = 'bold 44px "DejaVu Sans", sans-serif';
  context.fillText('Delivery note 4711', 150, 200);
  context.font = '25px "DejaVu Sans", sans-serif';
  context.fillText('The goods were delivered to the plant in Sheffield on 14 May 2024', 150, 280);
  context.fillText('and were checked by Anna Bergmann. Nothing was missing or broken.', 150, 316);
  table.forEach((row, i) => {
    const y = 400 + i * 52;
    for (const [column, cell] of row.entries()) context.fillText(cell, 165 + column * 300, y + 36);
    for (let column = 0; column <= 3; column++) context.strokeRect(150, y, 300 * Math.max(1, column), 52);
  });
  for (let i = 0; i < specks; i++) context.fillRect((i * 7919) % width, (i * 104729) % height, 1.5, 1.5);
  return canvas;
}

test('a scanned page is deskewed and read, with its table', async () => {
  const canvas = scan({ degrees: 1.6, specks: 900 });
  const { outcome, pages } = await readPdf(picturePdf(canvas.toBuffer('image/jpeg', 85), canvas.width, canvas.height));
  expect(outcome).toMatchObject({ kind: 'read', pages: 1 });
  const [page] = pages;
  expect(page?.readAsPicture).toBeGreaterThan(0.7);
  const text = page?.pieces.map((piece) => (piece.place === 'table' ? '' : piece.text)).join(' ');
  expect(text).toContain('Delivery note 4711');
  expect(text).toContain('Sheffield on 14 May 2024 and were checked by Anna Bergmann');
  const [found] = page?.pieces.flatMap((piece) => (piece.place === 'table' ? [piece.table] : [])) ?? [];
  expect([found?.header, ...(found?.rows ?? [])]).toEqual(table);
});

test('a scan with a line of real text is read like any other scan, and a title over a picture stays text', async () => {
  const canvas = scan({ degrees: 0, specks: 0 });
  const over = [{ x: 30, y: 20, text: 'Scanned by OfficeFlow', size: 8 }];
  const [width, height] = [canvas.width, canvas.height];
  const { pages } = await readPdf(picturePdf(canvas.toBuffer('image/jpeg', 85), width, height, over));
  expect(pages[0]?.readAsPicture).toBeGreaterThan(0.7);
  expect(JSON.stringify(pages)).toContain('Anna Bergmann');
  const blank = createCanvas(width, height);
  blank.getContext('2d').fillRect(0, 0, width, height);
  const title = [{ x: 60, y: 600, text: 'Annual report of Harrow Valves', size: 14 }];
  const covered = await readPdf(picturePdf(blank.toBuffer('image/jpeg', 85), width, height, title));
  expect(covered.pages[0]).toMatchObject({ pieces: [{ text: 'Annual report of Harrow Valves' }] });
});

test('a picture is read as a page; an invalid one is reported as damaged', async () => {
  const canvas = scan({ degrees: 0, specks: 0 });
  const { outcome, pages } = await readPdf(canvas.toBuffer('image/png'), { isPicture: true });
  expect(outcome).toMatchObject({ kind: 'read', pages: 1 });
  expect(JSON.stringify(pages)).toContain('Anna Bergmann');
  const broken = await readPdf(Buffer.from('\x89PNG\r\n\x1a\nnothing'), { isPicture: true });
  expect(broken.outcome).toEqual({ kind: 'fault', code: 'damaged' });
});
