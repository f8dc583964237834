/** Loudness of what the agent says, changed without a click. */
export interface Fader {
  /** Lowered, or at the original level. */
  soften(softly: boolean): void;
  /** What comes next begins in the middle of a sound. */
  fadeIn(): void;
  /** The next samples as they are to be said: the same array while nothing changes them, which is left as it is. */
  apply(samples: Float32Array): Float32Array;
}

/** 15 dB: clearly giving way, and still to be followed. */
const SOFT_GAIN = 0.178;
/** From silence to full, or back. */
const RAMP_MS = 20;

export function createFader(rateHz: number): Fader {
  const stepPerSample = 1000 / (RAMP_MS * rateHz);
  let target = 1;
  let gain = 1;
  return {
    soften(softly) {
      target = softly ? SOFT_GAIN : 1;
    },
    fadeIn() {
      gain = 0;
    },
    apply(samples) {
      if (gain === 1 && target === 1) return samples;
      const out = new Float32Array(samples.length);
      for (let i = 0; i < samples.length; i++) {
        gain = gain < target ? Math.min(target, gain + stepPerSample) : Math.max(target, gain - stepPerSample);
        out[i] = (samples[i] as number) * gain;
      }
      return out;
    },
  };
}
