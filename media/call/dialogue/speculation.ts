import type { SpeculationReport, SpeculativeWork } from '../../ports.ts';
import type { Reply } from './reply.ts';

/** Sums speculative replies and their cost over calls. */
export interface SpeculationTally {
  started(): void;
  committed(work: SpeculativeWork): void;
  dropped(work: SpeculativeWork): void;
  /** Adds the report of a call. */
  add(report: SpeculationReport): void;
  readonly report: SpeculationReport;
}

export function createSpeculationTally(): SpeculationTally {
  let started = 0;
  let committed = 0;
  let dropped = 0;
  let made = noWork;
  let wasted = noWork;
  return {
    started() {
      started += 1;
    },
    committed(work) {
      committed += 1;
      made = sum(made, work);
    },
    dropped(work) {
      dropped += 1;
      made = sum(made, work);
      wasted = sum(wasted, work);
    },
    add(report) {
      started += report.started;
      committed += report.redeemed;
      dropped += report.dropped;
      made = sum(made, report.made);
      wasted = sum(wasted, report.wasted);
    },
    get report() {
      return { started, redeemed: committed, dropped, made: rounded(made), wasted: rounded(wasted) };
    },
  };
}

const noWork: SpeculativeWork = { brainMs: 0, speechMs: 0, characters: 0, audioMs: 0 };

const sum = (a: SpeculativeWork, b: SpeculativeWork): SpeculativeWork => ({
  brainMs: a.brainMs + b.brainMs,
  speechMs: a.speechMs + b.speechMs,
  characters: a.characters + b.characters,
  audioMs: a.audioMs + b.audioMs,
});

const rounded = (work: SpeculativeWork): SpeculativeWork => ({
  brainMs: Math.round(work.brainMs),
  speechMs: Math.round(work.speechMs),
  characters: work.characters,
  audioMs: Math.round(work.audioMs),
});

/** A reply begun at a pause, while the caller may still continue. */
export interface SpeculativeReply {
  readonly pauseId: number;
  readonly text: string;
  /** When the words were known, in milliseconds of the call. */
  readonly wordsMs: number;
  readonly reply: Reply;
}

/** Holds at most one speculative reply. */
export interface SpeculationSlot {
  /** Stores a reply and drops the previous one. */
  put(next: SpeculativeReply): void;
  drop(reason: string): void;
  /**
   * Returns the reply if it belongs to this pause and these words; otherwise drops it. The slot is empty afterwards.
   */
  commit(pauseId: number, text: string): SpeculativeReply | undefined;
  /** Cost of the speculative replies so far, in total and discarded. */
  readonly report: SpeculationReport;
}

export function createSpeculationSlot(): SpeculationSlot {
  let held: SpeculativeReply | undefined;
  const tally = createSpeculationTally();

  const drop = (reason: string): void => {
    if (held === undefined) return;
    tally.dropped(held.reply.work);
    held.reply.drop(reason);
    held = undefined;
  };
  return {
    put(next) {
      drop('newer speculative reply');
      tally.started();
      held = next;
    },
    drop,
    commit(pauseId, text) {
      const speculative = held;
      if (speculative === undefined || speculative.pauseId !== pauseId || speculative.text !== text) {
        drop('said otherwise');
        return undefined;
      }
      held = undefined;
      tally.committed(speculative.reply.work);
      return speculative;
    },
    get report() {
      return tally.report;
    },
  };
}
