import type { Reply } from './reply.ts';

/** A reply begun at a pause, while the caller may still go on. */
export interface Trial {
  readonly pauseId: number;
  readonly text: string;
  /** When the words were known, milliseconds of the call. */
  readonly wordsMs: number;
  readonly reply: Reply;
}

/** Holds at most one trial. */
export interface TrialSlot {
  /** A newer trial takes the place of the one before. */
  put(trial: Trial): void;
  drop(reason: string): void;
  /** The trial, if it is for this pause and these words; otherwise it is dropped. The slot is empty afterwards. */
  redeem(pauseId: number, text: string): Trial | undefined;
}

export function createTrialSlot(): TrialSlot {
  let held: Trial | undefined;
  const drop = (reason: string): void => {
    held?.reply.drop(reason);
    held = undefined;
  };
  return {
    put(trial) {
      drop('newer trial');
      held = trial;
    },
    drop,
    redeem(pauseId, text) {
      const trial = held;
      if (trial === undefined || trial.pauseId !== pauseId || trial.text !== text) {
        drop('said otherwise');
        return undefined;
      }
      held = undefined;
      return trial;
    },
  };
}
