import type { SpeculationReport } from '../../ports.ts';
import type { Reply } from './reply.ts';
import { createSpeculationTally } from './speculation.ts';

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
  /** What trials have cost so far, and how much of it for nothing. */
  readonly report: SpeculationReport;
}

export function createTrialSlot(): TrialSlot {
  let held: Trial | undefined;
  const tally = createSpeculationTally();

  const drop = (reason: string): void => {
    if (held === undefined) return;
    tally.dropped(held.reply.work);
    held.reply.drop(reason);
    held = undefined;
  };
  return {
    put(trial) {
      drop('newer trial');
      tally.started();
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
      tally.redeemed(trial.reply.work);
      return trial;
    },
    get report() {
      return tally.report;
    },
  };
}
