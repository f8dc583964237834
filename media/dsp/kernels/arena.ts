import { invariant } from '../../kit/invariant.ts';
import { planStages } from '../fft.ts';
import type { WasmKernels } from './wasm.ts';

const pageBytes = 65_536;
/** Memory below this is used by the compiler's static data. */
const firstByte = 4096;

/** Allocates the memory of one kernel instance from the bottom up, without freeing. Addresses are multiples of 16. */
export interface Arena {
  reserve(bytes: number): number;
  put(values: ArrayLike<number>): number;
  putU32(values: readonly number[]): number;
  /** Growing moves the memory, so a view is valid only until the next `reserve`. */
  floats(at: number, count: number): Float32Array;
  bytes(at: number, count: number): Uint8Array;
}

export function createArena({ memory }: WasmKernels): Arena {
  let next = firstByte;
  const reserve = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 16) * 16;
    const missing = next - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    return at;
  };
  return {
    reserve,
    put(values) {
      const at = reserve(values.length * 4);
      new Float32Array(memory.buffer, at, values.length).set(values);
      return at;
    },
    putU32(values) {
      const at = reserve(values.length * 4);
      new Uint32Array(memory.buffer, at, values.length).set(values);
      return at;
    },
    floats: (at, count) => new Float32Array(memory.buffer, at, count),
    bytes: (at, count) => new Uint8Array(memory.buffer, at, count),
  };
}

/**
 * Writes the tables of a real transform of four rows at once, in the layout of `transform.ts` and its users. Throws a
 * plain Error if half the size has prime factors other than 2 and 5.
 */
export function putTransform(arena: Arena, size: number): { plan: number; factors: number; half: number } {
  const half = size / 2;
  const stages = planStages(half);
  invariant(
    stages.every(({ radix }) => radix !== 3),
    `no kernel for a transform of ${size}`,
  );
  const passes = stages.flatMap(({ radix, groups, stride, twiddleRe, twiddleIm }) => [
    radix,
    groups,
    stride,
    arena.put(pairs(twiddleRe, twiddleIm)),
  ]);
  const angles = Float64Array.from({ length: half + 1 }, (_, k) => (2 * Math.PI * k) / size);
  const factors = arena.put(pairs(angles.map(Math.cos), angles.map(Math.sin)));
  return { plan: arena.putU32([stages.length, ...passes]), factors, half };
}

const pairs = (a: Float64Array, b: Float64Array): Float64Array =>
  Float64Array.from({ length: 2 * a.length }, (_, i) => (i % 2 === 0 ? a : b)[i >> 1] as number);
