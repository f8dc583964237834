/** A black and white picture; 1 is ink. */
export interface Ink {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const maxDegrees = 7;
const coarse = 0.5;
const fine = 0.1;
const sampled = 30_000;

/**
 * Returns the angle in degrees by which lines descend to the right: at the correct angle, rows of ink and paper differ
 * most.
 */
export function skewOf({ width, height, pixels }: Ink): number {
  const xs: number[] = [];
  const ys: number[] = [];
  let ink = 0;
  for (const pixel of pixels) ink += pixel;
  const every = Math.max(1, Math.floor(ink / sampled));
  let seen = 0;
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === 0 || seen++ % every !== 0) continue;
    xs.push(at % width);
    ys.push(Math.floor(at / width));
  }
  if (xs.length < 200) return 0;
  const sharpness = (degrees: number): number => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Float64Array(height + 2 * Math.ceil(width * Math.abs(slope)) + 2);
    const shift = Math.ceil(width * Math.abs(slope));
    for (let i = 0; i < xs.length; i++) {
      const row = Math.round((ys[i] as number) - (xs[i] as number) * slope) + shift;
      rows[row] = (rows[row] ?? 0) + 1;
    }
    let sum = 0;
    for (let i = 1; i < rows.length; i++) sum += ((rows[i] as number) - (rows[i - 1] as number)) ** 2;
    return sum;
  };
  const best = (from: number, to: number, step: number): number => {
    let found = { degrees: 0, score: -1 };
    for (let degrees = from; degrees <= to + step / 2; degrees += step) {
      const score = sharpness(degrees);
      if (score > found.score) found = { degrees, score };
    }
    return found.degrees;
  };
  const rough = best(-maxDegrees, maxDegrees, coarse);
  const exact = best(rough - coarse, rough + coarse, fine);
  return Math.abs(exact) < fine ? 0 : exact;
}
