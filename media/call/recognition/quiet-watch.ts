import type { LineRateHz } from '../../line/audio.ts';
import { energyOf, toDbfs } from '../../vad/level.ts';

/** Tracks the level of a track between the steps of the detector, which are 32 ms apart. */
export interface QuietWatch {
  push(samples: Float32Array): void;
  /** End of the last 8 ms window loud enough for speech; milliseconds of the track. */
  readonly soundMs: number;
}

const windowMs = 8;

export interface QuietWatchOptions {
  readonly rateHz: LineRateHz;
  readonly isSilence: (levelDbfs: number) => boolean;
}

export function createQuietWatch({ rateHz, isSilence }: QuietWatchOptions): QuietWatch {
  const windowSamples = (rateHz * windowMs) / 1000;
  let position = 0;
  let soundMs = 0;
  return {
    push(samples) {
      for (let from = 0; from < samples.length; from += windowSamples) {
        const count = Math.min(windowSamples, samples.length - from);
        position += count;
        if (!isSilence(toDbfs(energyOf(samples, from, count) / count))) soundMs = (position * 1000) / rateHz;
      }
    },
    get soundMs() {
      return soundMs;
    },
  };
}
