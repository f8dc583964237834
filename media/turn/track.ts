/** A stretch of one track by absolute sample number; silent where nothing was written. */
export interface Track {
  /** Takes the place of whatever was there from `at` on; what lies outside the bounds is left out. */
  write(samples: Float32Array, at: number): void;
  /** Fills `into` with what lies from `from` on. */
  read(into: Float32Array, from: number): void;
  /** Moves the bounds: from `at` on, `limitSamples` long. They never move back. */
  forgetBefore(at: number): void;
}

/** A ring of 16 bits a sample that grows to `limitSamples` as it is needed. */
export function createTrack(limitSamples: number): Track {
  let ring = new Int16Array(Math.min(limitSamples, 16_384));
  let start = 0;
  let end = 0;

  function grow(length: number): void {
    if (length <= ring.length) return;
    const larger = new Int16Array(Math.min(limitSamples, Math.max(length, 2 * ring.length)));
    for (let at = start; at < end; at++) larger[at % larger.length] = ring[at % ring.length] as number;
    ring = larger;
  }

  return {
    write(samples, at) {
      const from = Math.max(at, start);
      const until = Math.min(at + samples.length, start + limitSamples);
      if (until <= from) return;
      grow(until - start);
      for (let i = end; i < from; i++) ring[i % ring.length] = 0;
      for (let i = from; i < until; i++) {
        ring[i % ring.length] = Math.max(-32768, Math.min(32767, Math.round((samples[i - at] as number) * 32768)));
      }
      end = until;
    },
    read(into, from) {
      for (let i = 0; i < into.length; i++) {
        const at = from + i;
        into[i] = at >= start && at < end ? (ring[at % ring.length] as number) / 32768 : 0;
      }
    },
    forgetBefore(at) {
      start = Math.max(start, at);
      end = Math.max(end, start);
    },
  };
}
