import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { readPicture } from '../../src/pdf/picture/read-picture.ts';

const [width, height] = [200, 300];

/** A page with lines of dots in its upper left quarter, turned clockwise. */
function page(degrees: 0 | 90 | 180 | 270): Canvas {
  const isSideways = degrees % 180 === 90;
  const canvas = createCanvas(isSideways ? height : width, isSideways ? width : height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.translate(-width / 2, -height / 2);
  context.fillStyle = 'black';
  for (let y = 20; y < 140; y += 16) for (let x = 10; x < 90; x += 12) context.fillRect(x, y, 6, 8);
  return canvas;
}

const item = (text: string) => ({ text, x: 0, y: 0, width: 10, size: 10, bold: false });

/**
 * Reads words where the dots are taller than wide and on the left, as on an upright page, and otherwise something
 * unlikely. Counts what it has read, in pages.
 */
function openReader() {
  let pages = 0;
  return {
    get pages() {
      return pages;
    },
    async read(png: Buffer) {
      const image = await loadImage(png);
      pages += (image.width * image.height) / (width * height);
      const canvas = createCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const isDark = (x: number, y: number): boolean => (data[(y * image.width + x) * 4] ?? 255) < 128;
      const first = data.findIndex((value, i) => i % 4 === 0 && value < 128) / 4;
      const [x, y] = [first % image.width, Math.floor(first / image.width)];
      let [across, down] = [0, 0];
      while (isDark(x + across, y)) across += 1;
      while (isDark(x, y + down)) down += 1;
      return first >= 0 && down > across && x < image.width / 4
        ? { items: ['one', 'two', 'three', 'four'].map(item), confidence: 0.9 }
        : { items: [item('x7')], confidence: 0.4 };
    },
  };
}

test.each([
  [0, 1],
  [90, 2.6],
  [180, 2.3],
  [270, 2.6],
] as const)('a page turned by %d degrees is read upright, in its upright size', async (degrees, most) => {
  const reader = openReader();
  const read = await readPicture(page(degrees), reader);
  expect(read).toMatchObject({ width, height, confidence: 0.9 });
  expect(read.items.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four']);
  expect(reader.pages).toBeLessThanOrEqual(most);
});

test('a page whose reading takes long is not turned again', async () => {
  const reader = openReader();
  const slow = await readPicture(page(180), reader, () => reader.pages * 25_000);
  expect(reader.pages).toBe(1);
  expect(slow.confidence).toBe(0.4);
});
