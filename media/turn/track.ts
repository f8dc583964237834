/** A window of an audio track, addressed by absolute sample number; silent where nothing was written. */
export interface Track {
  /** Replaces everything from `at` on. Samples outside the bounds are dropped. */
  write(samples: Float32Array, at: number): void;
  /** Fills `into` with the samples from `from` on. */
  read(into: Float32Array, from: number): void;
  /** Moves the window to start at `at`, with a length of `limitSamples`. It never moves back. */
  forgetBefore(at: number): void;
}

/** Creates a ring buffer of 16-bit samples that grows up to `limitSamples` as needed. */
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
      const { length } = ring;
      for (let i = from, slot = from % length; i < until; i++) {
        ring[slot] = Math.max(-32768, Math.min(32767, Math.round((samples[i - at] as number) * 32768)));
        slot = slot + 1 === length ? 0 : slot + 1;
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
