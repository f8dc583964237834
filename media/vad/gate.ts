import type { SpeechEvent, VadStep } from '../line/turn.ts';
import { createLevelTracker } from './level-tracker.ts';

type GateState = 'quiet' | 'starting' | 'speaking' | 'stopping';

/** Judges one stream. Must receive every step, in order. */
export interface Gate {
  step(step: VadStep): readonly SpeechEvent[];
  /** Returns whether audio of this level since the last step is too soft to be speech. */
  isSilence(levelDbfs: number): boolean;
  /** `stopping` lasts from the first quiet step after speech until the pause is long enough for `quiet`. */
  readonly state: GateState;
}

export interface GateConfig {
  /** Probability from which a step is speech. */
  readonly speechProbability?: number;
  /** Probability from which a loud step continues speech in progress. */
  readonly tailProbability?: number;
  /** Duration of speech that confirms a start. */
  readonly startMs?: number;
  /** Silence that counts as a pause if the net agrees, is uncertain, or disagrees. */
  readonly pauseMs?: readonly [number, number, number];
  /** After a pause of this length, speech must be confirmed again. */
  readonly quietAfterMs?: number;
}

const defaults: Required<GateConfig> = {
  speechProbability: 0.5,
  tailProbability: 0.3,
  startMs: 64,
  pauseMs: [64, 96, 128],
  quietAfterMs: 400,
};

const STEP_MS = 32;
/** While the net is certain of a voice, its soft end may be this close to the noise (8 ms of noise vary by 0.8 dB). */
const TAIL = { probability: 0.6, aboveNoiseDb: 4 } as const;
const HISTORY_STEPS = 12;
/**
 * The net gives some first words ("After the tone") a low probability for a quarter of a second: loud ones count from
 * this mean over three steps. With a mean of 0.3 the slowest prompt starts 205 ms after its onset at the median, with
 * 0.12 after 150; hum, tones, clicks, breath and cough stay below it.
 */
const HALF_BELIEVED = { steps: 3, probability: 0.12, aboveNoiseDb: 25 } as const;

/**
 * A loud step with a high probability needs no second one. On 60 prompts, each at four phases and two noise levels,
 * starts are then detected after 62, 106 and 144 ms at the 50th, 90th and 95th percentile instead of 80, 114 and 160,
 * without additional false starts in 300 coughs, 300 bangs and 120 pieces of music.
 */
const SURE = { probability: 0.7, aboveNoiseDb: 25 } as const;

/**
 * If the range between noise and peak is smaller than this, soft ends are inaudible: the net's own end is used, minus
 * its lag.
 */
const DROWNED = { roomDb: 30, probability: 0.8, lagMs: 32 } as const;

/**
 * A clearly loud step ends a pause at once even at a low probability: the net lags an onset by a step, and a caller who
 * continues must not be cut off for those 32 ms.
 */
const RETURNING = { probability: 0.25, aboveThresholdDb: 8 } as const;

/**
 * Converts steps to starts and pauses. The net distinguishes speech from noise but lags the energy by 30 to 130 ms at
 * an end, so ends are timed by level, to 8 ms, and only confirmed by the net.
 */
export function createGate(config: GateConfig = {}): Gate {
  const settings = { ...defaults, ...config };
  const levels = createLevelTracker(settings.speechProbability);
  const history: VadStep[] = [];
  let state: GateState = 'quiet';
  let paused = false;
  let evidenceMs = 0;
  let endMs = 0;

  function isHalfBelieved(): boolean {
    const recent = history.slice(-HALF_BELIEVED.steps);
    const mean = recent.reduce((sum, past) => sum + past.probability, 0) / HALF_BELIEVED.steps;
    return (
      mean >= HALF_BELIEVED.probability &&
      recent.every((past) => past.levelDbfs > levels.noiseDbfs + HALF_BELIEVED.aboveNoiseDb)
    );
  }

  const isSure = ({ probability, levelDbfs }: VadStep): boolean =>
    probability >= SURE.probability && levelDbfs > levels.noiseDbfs + SURE.aboveNoiseDb;

  function onsetOf(step: VadStep): number {
    let onsetMs = step.endMs - STEP_MS;
    for (let i = history.length - 1; i >= 0; i--) {
      const past = history[i] as VadStep;
      if (past.probability < 0.1 && past.levelDbfs < levels.thresholdDbfs()) break;
      onsetMs = past.endMs - STEP_MS;
    }
    return Math.max(0, onsetMs);
  }

  function whenNotSpeaking(step: VadStep): readonly SpeechEvent[] {
    const halfBelieved = isHalfBelieved();
    if (step.probability < settings.speechProbability && !halfBelieved) {
      state = 'quiet';
      evidenceMs = 0;
      return [];
    }
    state = 'starting';
    evidenceMs += STEP_MS;
    if (evidenceMs < settings.startMs && !halfBelieved && !isSure(step)) return [];
    levels.newVoice(Math.max(...history.slice(-4).map((past) => past.levelDbfs)));
    const onsetMs = onsetOf(step);
    state = 'speaking';
    paused = false;
    endMs = step.endMs;
    return [{ type: 'speech_started', onsetMs, atMs: step.endMs }];
  }

  /** Returns the end of the step's last quarter that is loud enough for speech, or undefined. */
  function lastLoudMs(step: VadStep): number | undefined {
    const parts = step.quartersDbfs ?? [step.levelDbfs];
    const threshold = levels.thresholdDbfs(step.probability >= TAIL.probability ? TAIL.aboveNoiseDb : undefined);
    const last = parts.findLastIndex((level) => level >= threshold);
    return last < 0 ? undefined : step.endMs - STEP_MS + ((last + 1) * STEP_MS) / parts.length;
  }

  function isReturning({ levelDbfs, probability }: VadStep): boolean {
    return probability >= RETURNING.probability && levelDbfs >= levels.thresholdDbfs() + RETURNING.aboveThresholdDb;
  }

  function whenSpeaking(step: VadStep): readonly SpeechEvent[] {
    const speech = step.levelDbfs >= levels.thresholdDbfs() && step.probability >= settings.speechProbability;
    if (paused) {
      if (speech || isReturning(step)) return resume(step);
      if (step.endMs - endMs >= settings.quietAfterMs) {
        state = 'quiet';
        evidenceMs = 0;
      }
      return [];
    }
    if (step.probability >= settings.tailProbability) endMs = lastLoudMs(step) ?? endMs;
    const drowned = levels.peakDbfs - levels.noiseDbfs < DROWNED.roomDb && step.probability >= DROWNED.probability;
    if (drowned) endMs = Math.max(endMs, step.endMs - DROWNED.lagMs);
    state = speech ? 'speaking' : 'stopping';
    const [agreed, wavering, unnoticed] = settings.pauseMs;
    const neededMs = step.probability < 0.5 ? agreed : step.probability < 0.8 ? wavering : unnoticed;
    if (step.endMs - endMs < neededMs) return [];
    paused = true;
    return [{ type: 'speech_paused', endMs, atMs: step.endMs }];
  }

  function resume(step: VadStep): readonly SpeechEvent[] {
    paused = false;
    state = 'speaking';
    endMs = step.endMs;
    return [{ type: 'speech_resumed', atMs: step.endMs }];
  }

  return {
    step(step) {
      history.push(step);
      if (history.length > HISTORY_STEPS) history.shift();
      levels.follow(step);
      return state === 'speaking' || state === 'stopping' ? whenSpeaking(step) : whenNotSpeaking(step);
    },
    isSilence: (levelDbfs) => levelDbfs < levels.thresholdDbfs(),
    get state() {
      return state;
    },
  };
}
