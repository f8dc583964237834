import type { SpeculationReport, TrialWork } from '../../ports.ts';
import type { Reply } from './reply.ts';

/** Counts trials and what they cost. */
export interface SpeculationTally {
  started(): void;
  redeemed(work: TrialWork): void;
  dropped(work: TrialWork): void;
  /** Adds what a call counted. */
  add(report: SpeculationReport): void;
  readonly report: SpeculationReport;
}

export function createSpeculationTally(): SpeculationTally {
  let started = 0;
  let redeemed = 0;
  let dropped = 0;
  let made = noWork;
  let wasted = noWork;
  return {
    started() {
      started += 1;
    },
    redeemed(work) {
      redeemed += 1;
      made = sum(made, work);
    },
    dropped(work) {
      dropped += 1;
      made = sum(made, work);
      wasted = sum(wasted, work);
    },
    add(report) {
      started += report.started;
      redeemed += report.redeemed;
      dropped += report.dropped;
      made = sum(made, report.made);
      wasted = sum(wasted, report.wasted);
    },
    get report() {
      return { started, redeemed, dropped, made: rounded(made), wasted: rounded(wasted) };
    },
  };
}

const noWork: TrialWork = { brainMs: 0, speechMs: 0, characters: 0, audioMs: 0 };

const sum = (a: TrialWork, b: TrialWork): TrialWork => ({
  brainMs: a.brainMs + b.brainMs,
  speechMs: a.speechMs + b.speechMs,
  characters: a.characters + b.characters,
  audioMs: a.audioMs + b.audioMs,
});

const rounded = (work: TrialWork): TrialWork => ({
  brainMs: Math.round(work.brainMs),
  speechMs: Math.round(work.speechMs),
  characters: work.characters,
  audioMs: Math.round(work.audioMs),
});

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
