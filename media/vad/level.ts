export function energyOf(samples: Float32Array, from = 0, count = samples.length): number {
  let energy = 0;
  for (let i = from; i < from + count; i++) energy += (samples[i] as number) ** 2;
  return energy;
}

/** Converts a mean square to dBFS; -100 for digital silence. */
export const toDbfs = (meanSquare: number): number => Math.max(-100, 10 * Math.log10(meanSquare + 1e-10));
