import { periodicHann } from '../stft.ts';
import { createArena, putTransform } from './arena.ts';
import { instantiateKernels } from './wasm.ts';

/** Frames that go through together. */
export const frameLanes = 4;

/** Spectra of pulses shaped, and made sound, four frames at a time. Keeps nothing between calls but its tables. */
export interface FourFrames {
  /** Seven hops of pulses, the windows of four frames; to be written before `run`. */
  readonly pulses: Float32Array;
  /** One of the five parts of one of the four frames, `bins` values; to be written before `run`. */
  readonly row: (part: 0 | 1 | 2 | 3 | 4, frame: number) => Float32Array;
  /** Seven hops: on the way in the last three are what earlier frames left; on the way out the first four are done. */
  readonly sum: Float32Array;
  /** `deviates` says for each frame where in the table of normal deviates it begins. */
  run(deviates: readonly number[]): void;
}

/** `deviates` are pairs, and read in a circle. */
export function createFourFrames(hop: number, deviates: Float32Array): FourFrames {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const size = 4 * hop;
  const { plan, factors, half } = putTransform(arena, size);
  const bins = half + 1;
  const rowBytes = Math.ceil(bins / 4) * 16;
  const window = periodicHann(size);
  // Twice the transform's size is what going there and back has gained; every other sample comes back negated.
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
