import type { VadStep } from '../line/turn.ts';

/** How loud the voice and the line's noise are; all in dB relative to full scale. */
interface LevelTracker {
  follow(step: VadStep): void;
  /** Another voice may have begun: its peak is not the last one's. */
  newVoice(levelDbfs: number): void;
  /** Level from which a sound may be speech, at least `aboveNoiseDb` over the noise (9 by default). */
  thresholdDbfs(aboveNoiseDb?: number): number;
  readonly noiseDbfs: number;
  readonly peakDbfs: number;
}

/** Speech reaches to within this of its own recent peak, and stands this far above the line's noise. */
const SPEECH_RANGE_DB = 32;
const ABOVE_NOISE_DB = 9;
/** Below this a line's noise is as good as silence. */
const FLOOR_DBFS = -70;
/** A step: the noise estimate must not climb within a long sentence, yet find a noisy line within half a second. */
const NOISE_RISE_DB = { inSpeech: 0.02, between: 0.15, inSilence: 1.5 } as const;
const SILENCE_PROBABILITY = 0.2;
/** A step: 6 dB a second, so that a loud word does not hide the soft ones after it for long. */
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
