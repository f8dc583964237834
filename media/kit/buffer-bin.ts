import { MessageChannel } from 'node:worker_threads';

/**
 * Frees memory immediately that would otherwise wait for a collection: a thread that allocates little else may not
 * collect for minutes.
 */
export interface BufferBin {
  /** Frees the buffer of every array in `value` that does not share it. Those arrays become empty. */
  empty(value: unknown): void;
}

/** Buffers transferred to a closed port are freed: 2 microseconds (measured). */
export async function openBufferBin(): Promise<BufferBin> {
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise((resolve) => port1.once('close', resolve));
  port1.ref();
  port2.close();
  await closed;
  return {
    empty(value) {
      const buffers = ownBuffersOf(value);
      if (buffers.length > 0) port1.postMessage(null, buffers);
    },
  };
}

const isSamples = (value: unknown): value is Float32Array | Int16Array =>
  value instanceof Float32Array || value instanceof Int16Array;

/**
 * Returns the buffers of the sample arrays in `value`, one level deep, without those of arrays that are views of a
 * larger one.
 */
export function ownBuffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part: unknown) =>
    isSamples(part) && part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}
