/** Audio buffer that grows at the end and is dropped from the beginning. */
export interface SampleStore {
  readonly length: number;
  push(samples: Float32Array): void;
  /** Returns a copy of all samples, for a job that outlives the next push. */
  copy(): Float32Array;
  drop(samples: number): void;
}

export function createSampleStore(firstCapacity: number): SampleStore {
  let buffer = new Float32Array(firstCapacity);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(samples) {
      if (length + samples.length > buffer.length) {
        const larger = new Float32Array(Math.max(2 * buffer.length, length + samples.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(samples, length);
      length += samples.length;
    },
    copy: () => buffer.slice(0, length),
    drop(samples) {
      buffer.copyWithin(0, samples, length);
      length -= samples;
    },
  };
}
