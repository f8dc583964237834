import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import type { PdfPage } from '../page.ts';
import { largestOf, piecesOf } from '../paragraphs.ts';
import type { PageSize } from '../text-item.ts';
import { pictureSizeOf } from './picture-size.ts';
import { longestSide, readPicture } from './read-picture.ts';
import { openWordReader, type WordReader } from './word-reader.ts';

/** Reads pages that are pictures. */
export interface PictureReader {
  /** `draw` puts the page, in points, on a canvas that has `scale` pixels a point. */
  page(number: number, size: PageSize, draw: (canvas: Canvas, scale: number) => Promise<void>): Promise<PdfPage>;
  /** A file that is one picture, or why it cannot be unpacked. */
  file(path: string): Promise<PdfPage | 'damaged' | 'too_many_pixels'>;
}

/** Dots an inch, where the side allows for it. */
const dotsPerInch = 220;
const pointsPerInch = 72;
/** Pages are taken for as wide as this when only their pixels are known. */
const pictureWidthPoints = 595;
const maxPixels = 60_000_000;
/** Small pictures are read better when they are made larger, up to a point. */
const usualWidth = 1600;
const maxGrowth = 4;

/** The engine is loaded when the first picture is read. */
export function createPictureReader(language: string): PictureReader {
  let opened: Promise<WordReader> | undefined;
  const reader = (): Promise<WordReader> => {
    opened ??= openWordReader(language);
    return opened;
  };

  async function pageOf(number: number, canvas: Canvas, scale: number): Promise<PdfPage> {
    const { items, rulings, confidence } = await readPicture(canvas, await reader());
    const points = items.map(({ x, y, width, size, ...item }) => ({
      ...item,
      ...{ x: x / scale, y: y / scale, width: width / scale, size: size / scale },
    }));
    const ruled = rulings.map(({ axis, at, from, to }) => ({
      axis,
      at: at / scale,
      from: from / scale,
      to: to / scale,
    }));
    const size = { width: canvas.width / scale, height: canvas.height / scale };
    const largest = largestOf(points);
    return {
      number,
      pieces: piecesOf(points, size, ruled),
      ...(largest === undefined ? {} : { largest }),
      readAsPicture: confidence,
    };
  }

  return {
    async page(number, size, draw) {
      const scale = Math.min(dotsPerInch / pointsPerInch, longestSide / Math.max(size.width, size.height));
      const canvas = createCanvas(Math.ceil(size.width * scale), Math.ceil(size.height * scale));
      await draw(canvas, scale);
      return pageOf(number, canvas, scale);
    },
    async file(path) {
      const packed = await readFile(path);
      const size = pictureSizeOf(packed);
      if (size === undefined || size.width * size.height === 0) return 'damaged';
      // Unpacked, a file of a hundred kilobytes may take gigabytes.
      if (size.width * size.height > maxPixels) return 'too_many_pixels';
      const canvas = await canvasOf(packed).catch(() => undefined);
      return canvas === undefined ? 'damaged' : pageOf(1, canvas, canvas.width / pictureWidthPoints);
    },
  };
}

/** Throws for one that cannot be unpacked. */
async function canvasOf(packed: Buffer): Promise<Canvas> {
  const image = await loadImage(packed);
  const { width, height } = image;
  const grow = Math.min(longestSide / Math.max(width, height), maxGrowth, Math.max(1, usualWidth / width));
  const canvas = createCanvas(Math.ceil(width * grow), Math.ceil(height * grow));
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
