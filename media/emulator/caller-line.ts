import type { Span } from './audible.ts';
import { createRandom } from './random.ts';

export interface CallerLineOptions {
  /** Level of the noise that a real line has between words; digital silence if absent. */
  readonly comfortNoiseDbfs?: number;
  readonly seed?: number;
}

/** The caller's side as one endless stream of samples: clips during speech, comfort noise otherwise. */
export interface CallerLine {
  /** Queues a clip after those not yet spoken; without any, it begins at once. Returns the position of the clip. */
  say(samples: Float32Array): Span;
  /** Cuts off the current clip and drops those waiting. */
  hush(): void;
  take(count: number): Float32Array;
  /** Number of samples taken so far. */
  readonly position: number;
  readonly speaking: boolean;
}

export function createCallerLine(options: CallerLineOptions = {}): CallerLine {
  const random = createRandom(options.seed ?? 1);
  // A uniform distribution of half-width w has a level of w / sqrt(3).
  const noise = options.comfortNoiseDbfs === undefined ? 0 : 10 ** (options.comfortNoiseDbfs / 20) * Math.sqrt(3);
  let clips: { readonly samples: Float32Array; readonly startSample: number }[] = [];
  let position = 0;
  let sayEnd = 0;

  return {
    say(samples) {
      const startSample = Math.max(position, sayEnd);
      sayEnd = startSample + samples.length;
      clips.push({ samples, startSample });
      return { startSample, endSample: sayEnd };
    },
    hush() {
      clips = [];
      sayEnd = position;
    },
    take(count) {
      const frame = new Float32Array(count);
      if (noise > 0) for (let i = 0; i < count; i += 1) frame[i] = (random() * 2 - 1) * noise;
      for (const clip of clips) {
        const from = Math.max(position, clip.startSample);
        const to = Math.min(position + count, clip.startSample + clip.samples.length);
        if (from < to) {
          frame.set(clip.samples.subarray(from - clip.startSample, to - clip.startSample), from - position);
        }
      }
      position += count;
      clips = clips.filter((clip) => clip.startSample + clip.samples.length > position);
      return frame;
    },
    get position() {
      return position;
    },
    get speaking() {
      return sayEnd > position;
    },
  };
}
