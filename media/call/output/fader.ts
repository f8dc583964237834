/** Level of the agent's speech, changed without a click. */
export interface Fader {
  /** Lowers the level, or restores it. */
  soften(softly: boolean): void;
  /** Fades in, because the next samples begin in the middle of a sound. */
  fadeIn(): void;
  /**
   * Returns the next samples at the current level: the same array if nothing changes it. Never modifies its argument.
   */
  apply(samples: Float32Array): Float32Array;
}

/** 15 dB: a clear reduction that is still intelligible. */
const SOFT_GAIN = 0.178;
/** Time from silence to full level, or back. */
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
