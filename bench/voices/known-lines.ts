import type { Clip } from '../../media/index.ts';
import type { CallerLine } from '../call/lines.ts';

const frameMs = 20;
/** Quieter frames are line noise. */
const loud = 0.01;

/**
 * Returns a recogniser of known lines: it returns the part of a line that sounds like the clip, or an empty text for
 * noise.
 */
export function knownLines(lines: readonly CallerLine[]): (clip: Clip) => string {
  const known = lines.map(({ text, clip }) => ({ words: text.split(' '), shape: shapeOf(clip) }));
  return (clip) => {
    const said = shapeOf(clip);
    if (said.length < 5) return '';
    let best = { likeness: 0, text: '' };
    for (const { words, shape } of known) {
      for (let from = 0; from <= Math.max(0, shape.length - said.length); from++) {
        const likeness = likenessOf(said, shape.subarray(from, from + said.length));
        if (likeness <= best.likeness) continue;
        const isInside = (_: string, at: number): boolean => {
          const middle = ((at + 0.5) * shape.length) / words.length;
          return middle >= from && middle < from + said.length;
        };
        best = { likeness, text: words.filter(isInside).join(' ') };
      }
    }
    return best.text;
  };
}

/** Returns the loudness of each frame, from the first to the last sound. */
function shapeOf({ samples, rateHz }: Clip): Float32Array {
  const size = (frameMs * rateHz) / 1000;
  const frames = Float32Array.from({ length: Math.floor(samples.length / size) }, (_, at) => {
    const frame = samples.subarray(at * size, (at + 1) * size);
    return Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / size);
  });
  const isLoud = (level: number): boolean => level > loud;
  return frames.subarray(Math.max(0, frames.findIndex(isLoud)), frames.findLastIndex(isLoud) + 1);
}

function likenessOf(one: Float32Array, other: Float32Array): number {
  let [both, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] as number, other[at] ?? 0];
    both += a * b;
    first += a * a;
    second += b * b;
  }
  return both / (Math.sqrt(first * second) || 1);
}
