import type { VadStep } from '../line/turn.ts';

/** Estimates the levels of the voice and of the line's noise, in dBFS. */
interface LevelTracker {
  follow(step: VadStep): void;
  /** Resets the peak, since another voice may have started. */
  newVoice(levelDbfs: number): void;
  /** Returns the level from which a sound may be speech, at least `aboveNoiseDb` above the noise (9 by default). */
  thresholdDbfs(aboveNoiseDb?: number): number;
  readonly noiseDbfs: number;
  readonly peakDbfs: number;
}

/** Speech is within this range of its own recent peak, and at least `ABOVE_NOISE_DB` above the noise. */
const SPEECH_RANGE_DB = 32;
const ABOVE_NOISE_DB = 9;
/** Noise below this level counts as silence. */
const FLOOR_DBFS = -70;
/**
 * Per step. The noise estimate must not rise within a long sentence, but must detect a noisy line within half a second.
 */
const NOISE_RISE_DB = { inSpeech: 0.02, between: 0.15, inSilence: 1.5 } as const;
const SILENCE_PROBABILITY = 0.2;
/** Per step, or 6 dB per second, so that a loud word does not mask the soft ones after it for long. */
const PEAK_FALL_DB = 0.2;

export function createLevelTracker(speechProbability: number): LevelTracker {
  let noiseDbfs = FLOOR_DBFS;
  let peakDbfs = FLOOR_DBFS;

  function noiseRiseDb(probability: number): number {
    if (probability >= speechProbability) return NOISE_RISE_DB.inSpeech;
    return probability < SILENCE_PROBABILITY ? NOISE_RISE_DB.inSilence : NOISE_RISE_DB.between;
  }

  return {
    follow({ levelDbfs, probability }) {
      const level = Math.max(levelDbfs, FLOOR_DBFS);
      if (level < noiseDbfs) noiseDbfs += (level - noiseDbfs) / 4;
      else noiseDbfs = Math.min(level, noiseDbfs + noiseRiseDb(probability));
      if (probability >= speechProbability) peakDbfs = Math.max(peakDbfs - PEAK_FALL_DB, level);
    },
    newVoice(levelDbfs) {
      peakDbfs = Math.max(levelDbfs, FLOOR_DBFS);
    },
    thresholdDbfs: (aboveNoiseDb = ABOVE_NOISE_DB) => Math.max(noiseDbfs + aboveNoiseDb, peakDbfs - SPEECH_RANGE_DB),
    get noiseDbfs() {
      return noiseDbfs;
    },
    get peakDbfs() {
      return peakDbfs;
    },
  };
}
