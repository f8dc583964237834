/** Comfort noise, which makes a quiet line sound open. It is not recorded and does not count as speech. */
export interface ComfortNoise {
  /** Sends the noise that is due; `quiet` is true while nothing else is being sent. */
  tick(quiet: boolean): void;
}

export interface ComfortNoiseOptions {
  readonly rateHz: number;
  readonly levelDbfs: number;
  /** Length of one outgoing piece. */
  readonly chunkMs: number;
  readonly sendAudio: (samples: Float32Array) => void;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
}

/** Only enough to bridge a late beat, because a new reply waits until the sent noise has been played. */
const leadMs = 30;
/** Attenuates high frequencies, as a room does: white noise hisses. */
const smoothing = 0.7;

export function createComfortNoise(options: ComfortNoiseOptions): ComfortNoise {
  const { rateHz, chunkMs, nowMs } = options;
  const length = Math.round((rateHz * chunkMs) / 1000);
  // Uniform noise of half-width w has a mean square of w² / 3, and the smoothing leaves (1 - a) / (1 + a) of it.
  const width = 10 ** (options.levelDbfs / 20) * Math.sqrt((3 * (1 + smoothing)) / (1 - smoothing));
  let state = 0x2545f491;
  let last = 0;
  let sentToMs = 0;

  function noise(): Float32Array {
    const samples = new Float32Array(length);
    for (let i = 0; i < length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      last = smoothing * last + (1 - smoothing) * width * ((state >>> 0) / 2_147_483_648 - 1);
      samples[i] = last;
    }
    return samples;
  }

  return {
    tick(quiet) {
      if (!quiet) {
        sentToMs = 0;
        return;
      }
      sentToMs = Math.max(sentToMs, nowMs());
      while (sentToMs - nowMs() < leadMs) {
        options.sendAudio(noise());
        sentToMs += chunkMs;
      }
    },
  };
}
