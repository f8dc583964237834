import type { SpeculationReport, TrialWork } from '../../ports.ts';

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
