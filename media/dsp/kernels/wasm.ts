import { invariant } from '../../kit/invariant.ts';
import { wasmBase64 } from './wasm-bytes.ts';

/** Exports of `native/kernels/assembly`. Addresses and counts are integers. */
export interface WasmKernels {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  logMel(plan: number, sound: number, out: number, frames: number, stride: number): void;
  normalise(values: number, count: number): void;
  vocode(context: number): void;
  voiceStep(context: number): number;
  interpolate(
    rows: number,
    taps: number,
    up: number,
    down: number,
    input: number,
    start: number,
    out: number,
    count: number,
  ): void;
  expandMulaw(from: number, count: number, to: number): void;
  expandAlaw(from: number, count: number, to: number): void;
  compressMulaw(from: number, count: number, to: number): void;
  compressAlaw(from: number, count: number, to: number): void;
  encodeBase64(from: number, count: number, to: number): void;
  readMedia(text: number, length: number, into: number, numberAt: number): number;
}

/** The part of the standard interface in use here. Node's type definitions do not include it. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly?: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
};

export interface WasmModule {
  /** Returns an instance with its own memory. Kernels with state must not share one. */
  instantiate(): WasmKernels;
}

/** Compiled once per thread, in under a millisecond. Undefined if the engine or the processor lacks SIMD support. */
export const wasmModule: WasmModule | undefined = compile();

/** Throws a plain Error if `wasmModule` is undefined. */
export function instantiateKernels(): WasmKernels {
  invariant(wasmModule !== undefined, 'this platform has no WebAssembly with SIMD');
  return wasmModule.instantiate();
}

function compile(): WasmModule | undefined {
  if (WebAssembly === undefined) return undefined;
  const { Module, Instance } = WebAssembly;
  try {
    const module = new Module(Buffer.from(wasmBase64, 'base64'));
    return { instantiate: () => new Instance(module, {}).exports as WasmKernels };
  } catch {
    return undefined;
  }
}
