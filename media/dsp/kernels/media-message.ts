import { byLength } from '../../kit/by-length.ts';
import { createArena } from './arena.ts';
import { instantiateKernels, wasmModule } from './wasm.ts';

/** Longer messages and payloads use the TypeScript form. */
export const mostMessageBytes = 16_384;
/** Number of bytes that the kernels access beyond an end. */
const slackBytes = 32;

/** JSON and base64 of media messages. */
export interface MessageKernel {
  /**
   * Returns the payload of a media message in the usual form, in the kernel's memory and valid until the next call.
   * Returns undefined for other messages.
   */
  read(text: Uint8Array): Uint8Array | undefined;
  /** Chunk number of the last message read, or -1 if it had none. */
  readonly number: number;
  /** Writes `bytes` as base64 into `text` from `at`. */
  encode(bytes: Uint8Array, text: Uint8Array, at: number): void;
}

/** One memory for all streams of a thread, so that it stays in the processor's caches. Undefined without WebAssembly. */
export const messageKernel: MessageKernel | undefined = wasmModule === undefined ? undefined : open();

function open(): MessageKernel {
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const numberAt = arena.reserve(8);
  const textAt = arena.reserve(mostMessageBytes * 2 + slackBytes);
  const bytesAt = arena.reserve(mostMessageBytes + slackBytes);
  const numbers = new Float64Array(kernels.memory.buffer, numberAt, 1);
  const message = arena.bytes(textAt, mostMessageBytes);
  const bytesOf = byLength((count) => arena.bytes(bytesAt, count));
  const base64Of = byLength((bytes) => arena.bytes(textAt, Math.ceil(bytes / 3) * 4));
  return {
    read(text) {
      message.set(text);
      const count = kernels.readMedia(textAt, text.length, bytesAt, numberAt);
      return count < 0 ? undefined : bytesOf(count);
    },
    get number() {
      const number = numbers[0] as number;
      // A small integer is stored inline; a double would be allocated for each message.
      return number === (number | 0) ? number | 0 : number;
    },
    encode(bytes, text, at) {
      bytesOf(bytes.length).set(bytes);
      kernels.encodeBase64(bytesAt, bytes.length, textAt);
      text.set(base64Of(bytes.length), at);
    },
  };
}
