/** Target root mean square of speech: -20 dBFS. */
const targetRms = 0.1;
const mostGain = 10;
/** Samples below this level pass unchanged; louder ones approach `ceiling`. */
const knee = 0.6;
const ceiling = 0.95;

/** Returns the gain that raises or lowers speech of this level to the target, up to `mostGain`. */
export const gainFor = (rms: number): number => (rms > 0 ? Math.min(targetRms / rms, mostGain) : 1);

/** Applies the gain in place and compresses peaks so that no codec clips them. */
export function level(samples: Float32Array, gain: number): void {
  for (let i = 0; i < samples.length; i++) {
    const value = (samples[i] as number) * gain;
    const size = Math.abs(value);
    samples[i] =
      size <= knee ? value : Math.sign(value) * (knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee)));
  }
}

/** Applies a raised-cosine fade-in to the first `count` samples, in place. */
export function fadeIn(samples: Float32Array, count: number): void {
  const length = Math.min(count, samples.length);
  for (let i = 0; i < length; i++) samples[i] = (samples[i] as number) * (0.5 - 0.5 * Math.cos((Math.PI * i) / length));
}

export function fadeOut(samples: Float32Array, count: number): void {
  const length = Math.min(count, samples.length);
  for (let i = 0; i < length; i++) {
    const at = samples.length - 1 - i;
    samples[at] = (samples[at] as number) * (0.5 - 0.5 * Math.cos((Math.PI * i) / length));
  }
}
