import type { Clip } from '../line/audio.ts';

/** A range of samples; the end is exclusive. */
export interface Span {
  readonly startSample: number;
  readonly endSample: number;
}

export interface AudibleOptions {
  readonly rateHz: number;
  /** Minimum level of a 5 ms window that a listener notices. */
  readonly thresholdDbfs?: number;
  /** A shorter silence does not end a span. */
  readonly joinMs?: number;
}

/** Follows a track and finds its audible spans. Receives arrays in order; never looks back. */
export interface AudibleMeter {
  feed(samples: Float32Array): void;
  skip(samples: number): void;
  /** Ordered by time; the last one may still grow. */
  readonly spans: readonly Span[];
}

const windowMs = 5;

/** Speech is 20 to 30 dB above this; the comfort noise of a line is 10 dB or more below it. */
const audibleDbfs = -45;

export function createAudibleMeter(options: AudibleOptions): AudibleMeter {
  const { rateHz, thresholdDbfs = audibleDbfs, joinMs = 100 } = options;
  const window = Math.max(1, Math.round((rateHz * windowMs) / 1000));
  const powerLimit = 10 ** (thresholdDbfs / 10) * window;
  const joinSamples = (rateHz * joinMs) / 1000;
  const spans: { startSample: number; endSample: number }[] = [];
  let position = 0;
  let filled = 0;
  let power = 0;

  const closeWindow = (): void => {
    if (power >= powerLimit) {
      const last = spans.at(-1);
      const start = position - filled;
      if (last !== undefined && start - last.endSample < joinSamples) last.endSample = position;
      else spans.push({ startSample: start, endSample: position });
    }
    filled = 0;
    power = 0;
  };

  return {
    feed(samples) {
      for (let i = 0; i < samples.length; i += 1) {
        const sample = samples[i]!;
        power += sample * sample;
        filled += 1;
        position += 1;
        if (filled === window) closeWindow();
      }
    },
    skip(samples) {
      if (samples === 0) return;
      closeWindow();
      position += samples;
    },
    spans,
  };
}

/**
 * A 10 ms window of speech is at most this far below the loudest one; anything quieter is breath, room or codec noise.
 */
const speechRangeDb = 38;
const floorDbfs = -52;

/**
 * Returns the true bounds of the speech in a clip, used for every latency here and in the benchmarks: from the first to
 * the last 10 ms window within 38 dB of the clip's loudest window and above -52 dBFS. Undefined without speech.
 */
export function speechBounds(clip: Clip): Span | undefined {
  const { samples, rateHz } = clip;
  const window = Math.max(1, Math.round(rateHz / 100));
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += window) {
    const end = Math.min(samples.length, start + window);
    let power = 0;
    for (let i = start; i < end; i += 1) power += samples[i]! * samples[i]!;
    levels.push(10 * Math.log10(power / (end - start) + 1e-12));
  }
  const loudest = levels.reduce((a, b) => Math.max(a, b), -120);
  const limit = Math.max(loudest - speechRangeDb, floorDbfs);
  const first = levels.findIndex((level) => level >= limit);
  if (first === -1) return undefined;
  const last = levels.findLastIndex((level) => level >= limit);
  return { startSample: first * window, endSample: Math.min(samples.length, (last + 1) * window) };
}
