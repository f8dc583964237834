import { byLength } from '../../kit/by-length.ts';
import { createArena } from './arena.ts';
import { instantiateKernels, wasmModule } from './wasm.ts';

/** Longer pieces use the TypeScript form. */
export const mostG711Samples = 4096;

/**
 * One law of G.711. Results are in the kernels' memory and valid until the next call of the same function, for either
 * law.
 */
export interface G711Kernel {
  expand(payload: Uint8Array): Float32Array;
  compress(samples: Float32Array): Uint8Array;
}

/**
 * One memory for all streams of a thread, so that it stays in the processor's caches. Undefined without WebAssembly.
 */
export const g711Kernels: Readonly<Record<'mulaw' | 'alaw', G711Kernel>> | undefined =
  wasmModule === undefined ? undefined : open();

function open(): Record<'mulaw' | 'alaw', G711Kernel> {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const areas = () => {
    const [samplesAt, payloadAt] = [arena.reserve(mostG711Samples * 4), arena.reserve(mostG711Samples)];
    return {
      samplesAt,
      payloadAt,
      samplesOf: byLength((count) => arena.floats(samplesAt, count)),
      payloadOf: byLength((count) => arena.bytes(payloadAt, count)),
    };
  };
  const [incoming, outgoing] = [areas(), areas()];
  const kernel = (expand: typeof kernels.expandMulaw, compress: typeof kernels.compressMulaw): G711Kernel => ({
    expand(payload) {
      const count = payload.length;
      incoming.payloadOf(count).set(payload);
      expand(incoming.payloadAt, count, incoming.samplesAt);
      return incoming.samplesOf(count);
    },
    compress(samples) {
      const count = samples.length;
      outgoing.samplesOf(count).set(samples);
      compress(outgoing.samplesAt, count, outgoing.payloadAt);
      return outgoing.payloadOf(count);
    },
  });
  return {
    mulaw: kernel(kernels.expandMulaw, kernels.compressMulaw),
    alaw: kernel(kernels.expandAlaw, kernels.compressAlaw),
  };
}
