import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas';
import type { PdfPage } from '../page.ts';
import { largestOf, piecesOf } from '../paragraphs.ts';
import type { PageSize } from '../text-item.ts';
import { pictureSizeOf } from './picture-size.ts';
import { longestSide, readPicture } from './read-picture.ts';
import type { WordReader } from './word-reader.ts';

/** Reads pages that are pictures. */
export interface PictureReader {
  /** `draw` renders the page onto a canvas with `scale` pixels per point; `size` is in points. */
  page(number: number, size: PageSize, draw: (canvas: Canvas, scale: number) => Promise<void>): Promise<PdfPage>;
  /** Reads a file that is a single picture, or returns why it cannot be decoded. */
  file(path: string): Promise<PdfPage | 'damaged' | 'too_many_pixels'>;
}

/** Resolution in dots per inch, unless the longest side limits it. */
const dotsPerInch = 220;
const pointsPerInch = 72;
/** Assumed page width when only the pixel size is known. */
const pictureWidthPoints = 595;
const maxPixels = 60_000_000;
/** Small pictures are enlarged to this width at most, which improves recognition. */
const usualWidth = 1600;
const maxGrowth = 4;
/** A page with less ink than this share has nothing to read: the back of a scanned sheet, or its edges. */
const blankShare = 0.002;

/** The engine is loaded when the first picture is read. */
export function createPictureReader(language: string): PictureReader {
  let opened: Promise<WordReader> | undefined;
  const reader = (): Promise<WordReader> => {
    opened ??= import('./word-reader.ts').then(({ openWordReader }) => openWordReader(language));
    return opened;
  };

  async function pageOf(number: number, canvas: Canvas, scale: number): Promise<PdfPage> {
    const {
      items,
      rulings,
      confidence,
      inkShare,
      width: widthPixels,
      height: heightPixels,
    } = await readPicture(canvas, await reader());
    const points = items.map(({ x, y, width, size, ...item }) => ({
      ...item,
      x: x / scale,
      y: y / scale,
      width: width / scale,
      size: size / scale,
    }));
    const ruled = rulings.map(({ axis, at, from, to }) => ({
      axis,
      at: at / scale,
      from: from / scale,
      to: to / scale,
    }));
    const size = { width: widthPixels / scale, height: heightPixels / scale };
    const largest = largestOf(points);
    return {
      number,
      pieces: piecesOf(points, size, ruled),
      ...(largest === undefined ? {} : { largest }),
      ...(items.length === 0 && inkShare > blankShare && { isUnread: true as const }),
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
      // Decoded, a file of a hundred kilobytes may take gigabytes.
      if (size.width * size.height > maxPixels) return 'too_many_pixels';
      const canvas = await canvasOf(packed).catch(() => undefined);
      return canvas === undefined ? 'damaged' : pageOf(1, canvas, canvas.width / pictureWidthPoints);
    },
  };
}

/** Throws if the picture cannot be decoded. */
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
