import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Ruling, TextItem } from '../text-item.ts';
import { despeckle, inkOf } from './ink.ts';
import { profilesOf, runsSideways } from './profiles.ts';
import { takeRules } from './rules.ts';
import { type Ink, skewOf } from './skew.ts';
import type { WordReader } from './word-reader.ts';

/** Text of a page picture, in pixel coordinates. */
export interface PictureText {
  readonly items: readonly TextItem[];
  readonly rulings: readonly Ruling[];
  /** Mean word confidence, 0 to 1. */
  readonly confidence: number;
  /** Share of the picture that is ink, without rulings and specks. */
  readonly inkShare: number;
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
 * Reads a picture of a page upright. A page whose lines run sideways, or that hardly has words, is tried in the other
 * directions on a strip of it, unless that takes long: a strip is read in a fraction of the time of the page.
 */
export async function readPicture(
  canvas: Canvas,
  reader: WordReader,
  nowMs: () => number = () => performance.now(),
): Promise<PictureText> {
  const startedMs = nowMs();
  const isSideways = runsSideways(inkIn(canvas));
  const first = isSideways ? undefined : await readUpright(canvas, reader);
  if (first !== undefined && isSure(first)) return first;
  let likely: { readonly upright: Canvas; readonly strip: PictureText } | undefined;
  for (const degrees of isSideways ? ([90, 270, 180] as const) : ([180, 90, 270] as const)) {
    if (nowMs() - startedMs > turningMs) break;
    const upright = quarterTurned(canvas, degrees);
    const strip = await readUpright(fullestStripOf(upright), reader);
    if (likely === undefined || textIn(strip) > textIn(likely.strip)) likely = { upright, strip };
    if (isSure(strip)) break;
  }
  const unturned = async (): Promise<PictureText> => first ?? readUpright(canvas, reader);
  if (likely === undefined || nowMs() - startedMs > turningMs) return unturned();
  const turned = await readUpright(likely.upright, reader);
  if (isSure(turned)) return turned;
  const asItIs = await unturned();
  return textIn(turned) > textIn(asItIs) ? turned : asItIs;
}

const isSure = ({ items, confidence }: PictureText): boolean => confidence >= sureOfText && items.length >= leastWords;

const stripShare = 0.2;

/** Returns the part of a picture with the most ink: its whole width, and a fifth of its height. */
function fullestStripOf(canvas: Canvas): Canvas {
  const ink = inkIn(canvas);
  const rows = profilesOf(ink).rows;
  const height = Math.ceil(canvas.height * stripShare);
  let inside = rows.slice(0, height).reduce((sum, count) => sum + count, 0);
  let best = { top: 0, inside };
  for (let top = 1; top + height <= rows.length; top += 1) {
    inside += (rows[top + height - 1] as number) - (rows[top - 1] as number);
    if (inside > best.inside) best = { top, inside };
  }
  const strip = createCanvas(canvas.width, height);
  strip.getContext('2d').drawImage(canvas, 0, -best.top);
  return strip;
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
  const inkShare = ink.pixels.reduce((sum, pixel) => sum + pixel, 0) / ink.pixels.length;
  return { items, rulings, confidence, inkShare, width: canvas.width, height: canvas.height };
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
