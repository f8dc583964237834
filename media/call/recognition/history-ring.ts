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
      for (let i = 0; i < samples.length; i++) ring[(end + i) % capacitySamples] = samples[i] as number;
      end += samples.length;
    },
    slice(fromSample, toSample) {
      const from = Math.max(fromSample, end - capacitySamples, 0);
      const to = Math.min(toSample, end);
      const out = new Float32Array(Math.max(0, to - from));
      for (let i = 0; i < out.length; i++) out[i] = ring[(from + i) % capacitySamples] as number;
      return out;
    },
    get end() {
      return end;
    },
    memory: { ring },
  };
}
