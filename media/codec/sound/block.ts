/** A decoded block of a sound file, at the file's own sample rate. */
export interface SoundBlock {
  /** One array per channel, of equal length, in [-1, 1] or slightly beyond. */
  readonly channels: readonly Float32Array[];
  readonly rateHz: number;
  /** Share of the file read up to the end of this block, from 0 to 1. */
  readonly fraction: number;
}

export const blockRates = { leastHz: 4000, mostHz: 192_000 } as const;

/** Returns the mean of the channels. NaN becomes silence; values beyond full scale are clipped. */
export function monoOf({ channels }: SoundBlock): Float32Array {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) for (let i = 0; i < mono.length; i++) mono[i] = mono[i]! + channel[i]!;
  for (let i = 0; i < mono.length; i++) {
    const mean = mono[i]! / channels.length;
    mono[i] = Number.isNaN(mean) ? 0 : Math.max(-1, Math.min(1, mean));
  }
  return mono;
}
