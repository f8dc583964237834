import type { Ink } from './skew.ts';

/** A pixel darker than this share of its surrounding mean is ink. */
const darker = 0.82;
/** Side of the surrounding square, as a share of the picture's width. */
const around = 1 / 24;
/** At this width specks of one pixel are noise; at twice the width, of four. */
const noiseWidth = 600;

/**
 * Returns the ink: pixels darker than their surroundings, which excludes shadows and stains. `rgba` has four bytes per
 * pixel.
 */
export function inkOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Ink {
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const at = i * 4;
    grey[i] = ((rgba[at] as number) * 77 + (rgba[at + 1] as number) * 150 + (rgba[at + 2] as number) * 29) >> 8;
  }
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x] as number;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row;
    }
  }
  const half = Math.max(8, Math.round((width * around) / 2));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - half), Math.min(height, y + half + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - half), Math.min(width, x + half + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] as number) -
        (sums[top * (width + 1) + right] as number) -
        (sums[bottom * (width + 1) + left] as number) +
        (sums[top * (width + 1) + left] as number);
      const mean = sum / ((bottom - top) * (right - left));
      if ((grey[y * width + x] as number) < mean * darker) pixels[y * width + x] = 1;
    }
  }
  return { width, height, pixels };
}

/** Removes specks in place: groups of touching pixels that are too small for a full stop. */
export function despeckle({ width, height, pixels }: Ink): void {
  const noise = Math.round((width / noiseWidth) ** 2);
  const seen = new Uint8Array(pixels.length);
  const group: number[] = [];
  for (let start = 0; start < pixels.length; start++) {
    if (pixels[start] === 0 || seen[start] === 1) continue;
    group.length = 0;
    group.push(start);
    seen[start] = 1;
    for (let i = 0; i < group.length; i++) {
      const at = group[i] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          const next = ny * width + nx;
          if (pixels[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          group.push(next);
        }
      }
    }
    if (group.length <= noise) for (const at of group) pixels[at] = 0;
  }
}
