/** A decoded block of a sound file, at the file's own sample rate. */
export interface SoundBlock {
  /** One array per channel, of equal length, in [-1, 1] or slightly beyond. */
  readonly channels: readonly Float32Array[];
  readonly rateHz: number;
  /** Share of the file read up to the end of this block, from 0 to 1. */
  readonly fraction: number;
}

export const blockRates = { leastHz: 4000, mostHz: 192_000 } as const;

/** Below this share of the energy that unrelated channels would have, the mean of the channels has cancelled them. */
const cancelled = 0.1;

/**
 * Returns the mean of the channels, or the loudest one where the mean cancels it. NaN becomes silence; values beyond
 * full scale are clipped.
 */
export function monoOf({ channels }: SoundBlock): Float32Array {
  const mean = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels)
    for (let i = 0; i < mean.length; i++) mean[i] = mean[i]! + channel[i]! / channels.length;
  const energies = channels.length < 2 ? [] : channels.map(energyOf);
  const unrelated = energies.reduce((sum, energy) => sum + energy, 0) / channels.length ** 2;
  const isCancelled = unrelated > 0 && energyOf(mean) < cancelled * unrelated;
  const mono = isCancelled ? channels[energies.indexOf(Math.max(...energies))]!.slice() : mean;
  for (let i = 0; i < mono.length; i++) mono[i] = Number.isNaN(mono[i]!) ? 0 : Math.max(-1, Math.min(1, mono[i]!));
  return mono;
}

const energyOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += Number.isNaN(sample) ? 0 : sample * sample;
  return sum;
};

/** Splits interleaved samples into their channels. */
export function channelsOf(interleaved: Float32Array, count: number): Float32Array[] {
  if (count === 1) return [interleaved];
  const frames = interleaved.length / count;
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0; i < frames; i++) samples[i] = interleaved[i * count + channel]!;
    return samples;
  });
}
