import type { PolyphaseFilter } from '../polyphase.ts';
import { createArena } from './arena.ts';
import { instantiateKernels, wasmModule } from './wasm.ts';

/** Outputs per call of the kernel, which bounds the memory for any clip. */
const mostOutputs = 2048;

type Interpolate = (filter: PolyphaseFilter, input: Float32Array, start: number, output: Float32Array) => void;

/** One per thread: only the filters' rows persist between calls. Undefined without WebAssembly. */
export const interpolateByFours: Interpolate | undefined = wasmModule === undefined ? undefined : open();

interface Rows {
  readonly at: number;
  readonly taps: number;
  readonly inputAt: number;
  readonly inputSamples: number;
  readonly outAt: number;
}

function open(): Interpolate {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const rowsByFilter = new WeakMap<PolyphaseFilter, Rows>();

  /**
   * Stores a filter's rows, newest tap last and padded to a multiple of four taps, and reserves input and output
   * memory.
   */
  const place = (filter: PolyphaseFilter): Rows => {
    const cached = rowsByFilter.get(filter);
    if (cached !== undefined) return cached;
    const taps = Math.ceil(filter.taps / 4) * 4;
    const reversed = new Float32Array(filter.up * taps);
    for (let phase = 0; phase < filter.up; phase++) {
      const end = (phase + 1) * taps - 1;
      for (let tap = 0; tap < filter.taps; tap++)
        reversed[end - tap] = filter.rows[phase * filter.taps + tap] as number;
    }
    const inputSamples = taps + Math.ceil((mostOutputs * filter.down) / filter.up) + 1;
    const rows = {
      at: arena.put(reversed),
      taps,
      inputAt: arena.reserve(inputSamples * 4),
      inputSamples,
      outAt: arena.reserve(mostOutputs * 4),
    };
    rowsByFilter.set(filter, rows);
    return rows;
  };

  return (filter, input, start, output) => {
    const rows = place(filter);
    const { up, down } = filter;
    const samples = arena.floats(rows.inputAt, rows.inputSamples);
    for (let done = 0; done < output.length; done += mostOutputs) {
      const count = Math.min(mostOutputs, output.length - done);
      const from = start + done * down;
      const oldest = Math.floor(from / up) - rows.taps + 1;
      const newest = Math.floor((from + (count - 1) * down) / up);
      const before = Math.max(0, -oldest);
      // The padding taps are zero, but their samples must not be NaN.
      samples.fill(0, 0, before);
      samples.set(input.subarray(oldest + before, newest + 1), before);
      kernels.interpolate(rows.at, rows.taps, up, down, rows.inputAt, from - oldest * up, rows.outAt, count);
      output.set(arena.floats(rows.outAt, count), done);
    }
  };
}
