import { designLowpass } from './lowpass.ts';

/**
 * Samples written at one rate and read at another, one by one. It allocates nothing after its making, so that the audio
 * thread can use it. Places count samples written since the beginning.
 */
export interface RateReader {
  /** Writes as many as there is room for; the answer is how many that were. Integers are taken as 16-bit. */
  write(samples: Float32Array | Int16Array): number;
  /** The next sample at the outer rate. Missing input counts as silence. */
  read(): number;
  /** Forgets everything before `place` and reads on from there. */
  skipTo(place: number): void;
  readonly written: number;
  /** Place of the next read, rounded down. */
  readonly place: number;
  /** Whether all that the next read touches has been written. */
  readonly ready: boolean;
}

export interface RateReaderOptions {
  readonly fromHz: number;
  readonly toHz: number;
  /** Samples that may wait, at the inner rate. */
  readonly capacity: number;
}

export function createRateReader({ fromHz, toHz, capacity }: RateReaderOptions): RateReader {
  const { rows, half, up, down } = designLowpass(fromHz, toHz);
  const size = capacity + 2 * half;
  const ring = new Float32Array(size);
  let written = 0;
  let place = 0;
  let phase = 0;
  let from = 0;

  return {
    write(samples) {
      const scale = samples instanceof Int16Array ? 1 / 32768 : 1;
      const count = Math.min(samples.length, Math.max(0, capacity - (written - place)));
      for (let i = 0; i < count; i++) ring[(written + i) % size] = (samples[i] as number) * scale;
      written += count;
      return count;
    },
    read() {
      const row = rows[phase] as Float32Array;
      const first = place - half + 1;
      const start = Math.max(first, from, 0);
      const end = Math.min(first + 2 * half, written);
      let sum = 0;
      for (let i = start; i < end; i++) sum += (row[i - first] as number) * (ring[i % size] as number);
      phase += down;
      place += Math.floor(phase / up);
      phase %= up;
      return sum;
    },
    skipTo(target) {
      place = target;
      from = target;
      phase = 0;
    },
    get written() {
      return written;
    },
    get place() {
      return place;
    },
    get ready() {
      return place + half < written;
    },
  };
}
