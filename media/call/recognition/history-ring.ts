/** The last seconds of a track, by absolute sample position. */
export interface HistoryRing {
  push(samples: Float32Array): void;
  /** Returns the samples of [from, to) that are still available. */
  slice(fromSample: number, toSample: number): Float32Array;
  readonly end: number;
  /** Sample buffer, to be freed when the call has ended. */
  readonly memory: { readonly ring: Float32Array };
}

export function createHistoryRing(capacitySamples: number): HistoryRing {
  const ring = new Float32Array(capacitySamples);
  let end = 0;
  return {
    push(samples) {
      // Of more than fits, the last part stays.
      const tail = samples.length > capacitySamples ? samples.subarray(samples.length - capacitySamples) : samples;
      end += samples.length;
      const at = (end - tail.length) % capacitySamples;
      const room = capacitySamples - at;
      if (tail.length <= room) return ring.set(tail, at);
      ring.set(tail.subarray(0, room), at);
      ring.set(tail.subarray(room));
    },
    slice(fromSample, toSample) {
      const from = Math.max(fromSample, end - capacitySamples, 0);
      const to = Math.min(toSample, end);
      const out = new Float32Array(Math.max(0, to - from));
      const at = from % capacitySamples;
      const first = ring.subarray(at, Math.min(capacitySamples, at + out.length));
      out.set(first);
      out.set(ring.subarray(0, out.length - first.length), first.length);
      return out;
    },
    get end() {
      return end;
    },
    memory: { ring },
  };
}
