import { designLowpass } from './lowpass.ts';

/**
 * A buffer written at one sample rate and read at another, sample by sample. It allocates nothing after creation, so
 * that the audio thread can use it. Positions count the samples written since the beginning.
 */
export interface RateReader {
  /** Writes as many samples as fit and returns how many. Integers are 16-bit samples. */
  write(samples: Float32Array | Int16Array): number;
  /** Returns the next sample at the output rate. Missing input is silence. */
  read(): number;
  /** Discards everything before `place` and continues reading there. */
  skipTo(place: number): void;
  readonly written: number;
  /** Position of the next read, rounded down. */
  readonly place: number;
  /** Whether all input of the next read has been written. */
  readonly ready: boolean;
}

export interface RateReaderOptions {
  readonly fromHz: number;
  readonly toHz: number;
  /** Maximum of buffered samples, at the input rate. */
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
