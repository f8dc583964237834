import { periodicHann } from '../stft.ts';
import { createArena, putTransform } from './arena.ts';
import { instantiateKernels } from './wasm.ts';

/** Number of frames processed together. */
export const frameLanes = 4;

/** Shapes pulse spectra and converts them to audio, four frames at a time. Keeps only its tables between calls. */
export interface FourFrames {
  /** Seven hops of pulses: the windows of four frames. Must be written before `run`. */
  readonly pulses: Float32Array;
  /** One of five parts of one of four frames, `bins` values. Must be written before `run`. */
  readonly row: (part: 0 | 1 | 2 | 3 | 4, frame: number) => Float32Array;
  /**
   * Seven hops. Before `run` the last three contain the overlap of earlier frames; after it the first four are
   * complete.
   */
  readonly sum: Float32Array;
  /** `deviates`: start of each frame in the table of normal deviates. */
  run(deviates: readonly number[]): void;
}

/** `deviates` contains pairs and is read cyclically. */
export function createFourFrames(hop: number, deviates: Float32Array): FourFrames {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const size = 4 * hop;
  const { plan, factors, half } = putTransform(arena, size);
  const bins = half + 1;
  const rowBytes = Math.ceil(bins / 4) * 16;
  const window = periodicHann(size);
  // The forward and inverse transform together scale by twice the size, and negate every other sample.
  const synthesis = window.map((factor, n) => ((n % 2 === 0 ? 1 : -1) * factor) / 1.5 / size);
  const circle = new Float32Array(deviates.length + rowBytes / 2);
  circle.set(deviates);
  circle.set(deviates.subarray(0, rowBytes / 2), deviates.length);
  const table = arena.put(circle);
  const pulsesAt = arena.reserve(7 * hop * 4);
  const partsAt = arena.reserve(5 * 4 * rowBytes);
  const sumAt = arena.reserve(7 * hop * 4);
  const context = arena.putU32([
    plan,
    half,
    arena.put(window.map((factor) => factor / hop)),
    arena.put(synthesis),
    factors,
    arena.reserve(half * 32),
    arena.reserve(half * 32),
    arena.reserve(bins * 32),
    pulsesAt,
    hop,
    partsAt,
    rowBytes,
    ...[0, 0, 0, 0],
    arena.reserve(4 * 4 * rowBytes),
    sumAt,
  ]);
  const words = new Uint32Array(kernels.memory.buffer, context, 18);
  const rows = Array.from({ length: 20 }, (_, i) => arena.floats(partsAt + i * rowBytes, bins));
  return {
    pulses: arena.floats(pulsesAt, 7 * hop),
    row: (part, frame) => rows[part * frameLanes + frame] as Float32Array,
    sum: arena.floats(sumAt, 7 * hop),
    run(starts) {
      for (let frame = 0; frame < frameLanes; frame++) words[12 + frame] = table + 4 * (starts[frame] as number);
      kernels.vocode(context);
    },
  };
}
