import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Ruling, TextItem } from '../text-item.ts';
import { despeckle, inkOf } from './ink.ts';
import { takeRules } from './rules.ts';
import { type Ink, skewOf } from './skew.ts';
import type { WordReader } from './word-reader.ts';

/** Text of a page picture, in pixel coordinates. */
export interface PictureText {
  readonly items: readonly TextItem[];
  readonly rulings: readonly Ruling[];
  /** Mean word confidence, 0 to 1. */
  readonly confidence: number;
  /** Size of the picture with its text upright. */
  readonly width: number;
  readonly height: number;
}

/** Longest side in pixels: an A4 page at 220 dots per inch. More takes longer without improving recognition. */
export const longestSide = 2600;

/** Below this confidence a page may be upside down or turned. */
const sureOfText = 0.7;
const leastWords = 3;
/** A page that is read for longer is not turned again: a file without a new page for a minute is given up. */
const turningMs = 20_000;

/**
 * Reads a picture of a page. A page that hardly has words is read turned by 180, 90 and 270 degrees too, unless that
 * takes long.
 */
export async function readPicture(
  canvas: Canvas,
  reader: WordReader,
  nowMs: () => number = () => performance.now(),
): Promise<PictureText> {
  const startedMs = nowMs();
  let best = await readUpright(canvas, reader);
  if (best.confidence >= sureOfText && best.items.length >= leastWords) return best;
  for (const degrees of [180, 90, 270] as const) {
    if (nowMs() - startedMs > turningMs) return best;
    const other = await readUpright(quarterTurned(canvas, degrees), reader);
    if (textIn(other) > textIn(best)) best = other;
    if (best.confidence >= sureOfText && best.items.length >= leastWords) return best;
  }
  return best;
}

/** Characters that were read, weighted by confidence: a turned page has few, or many that are unlikely. */
const textIn = ({ items, confidence }: PictureText): number =>
  confidence ** 3 * items.reduce((sum, { text }) => sum + text.length, 0);

function quarterTurned(canvas: Canvas, degrees: 90 | 180 | 270): Canvas {
  const isSideways = degrees !== 180;
  const upright = createCanvas(isSideways ? canvas.height : canvas.width, isSideways ? canvas.width : canvas.height);
  const context = upright.getContext('2d');
  context.translate(upright.width / 2, upright.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return upright;
}

/** Deskews the picture, separates ink from paper, removes rulings and specks, and then reads it. */
async function readUpright(canvas: Canvas, reader: WordReader): Promise<PictureText> {
  const degrees = skewOf(inkIn(canvas));
  const straight = degrees === 0 ? canvas : turned(canvas, -degrees);
  const ink = inkIn(straight);
  const rulings = takeRules(ink);
  despeckle(ink);
  const { items, confidence } = await reader.read(pictureOf(ink));
  return { items, rulings, confidence, width: canvas.width, height: canvas.height };
}

function inkIn(canvas: Canvas): Ink {
  const { width, height } = canvas;
  return inkOf(canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height);
}

function turned(canvas: Canvas, degrees: number): Canvas {
  const { width, height } = canvas;
  const made = createCanvas(width, height);
  const context = made.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(canvas, -width / 2, -height / 2);
  return made;
}

function pictureOf({ width, height, pixels }: Ink): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  for (let i = 0; i < pixels.length; i++) {
    const shade = pixels[i] === 1 ? 0 : 255;
    image.data.set([shade, shade, shade, 255], i * 4);
  }
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/png');
}
