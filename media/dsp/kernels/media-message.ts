import { byLength } from '../../kit/by-length.ts';
import { createArena } from './arena.ts';
import { instantiateKernels, wasmModule } from './wasm.ts';

/** Longer messages and payloads than this are for the plain form. */
export const mostMessageBytes = 16_384;
/** What the kernels write and read beyond an end. */
const slackBytes = 32;

/** The JSON and base64 of the wire. */
export interface MessageKernel {
  /** The payload of a media message of the usual form, in the kernel's memory and good until the next; undefined for others. */
  read(text: Uint8Array): Uint8Array | undefined;
  /** The chunk of the message that was read last; -1 where it had none. */
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
      // A small whole number is kept in its place; as a double it would be allocated for each message.
      return number === (number | 0) ? number | 0 : number;
    },
    encode(bytes, text, at) {
      bytesOf(bytes.length).set(bytes);
      kernels.encodeBase64(bytesAt, bytes.length, textAt);
      text.set(base64Of(bytes.length), at);
    },
  };
}
