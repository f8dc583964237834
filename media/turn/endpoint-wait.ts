import type { TurnEndReason } from '../line/turn.ts';
import type { Completeness } from './completeness.ts';

/** Silence after the true end of speech that ends a turn, in ms, by the evidence available. */
export interface Waits {
  /** The words are a question of at least four words, and the end-of-turn model agrees that the caller has finished. */
  readonly askedMs: number;
  /** The words are a whole sentence, or the end-of-turn model and fewer words agree that the caller has finished. */
  readonly sureMs: number;
  /** Either the model or the words indicate the end; the other is pending, or the words might continue. */
  readonly likelyMs: number;
  /** The words are complete, but the model doubts it. */
  readonly doubtMs: number;
  /** Neither is available yet. */
  readonly openMs: number;
  /** Both indicate that the caller will continue. */
  readonly patientMs: number;
  /** A number, a spelling or an unfinished sentence. */
  readonly dictationMs: number;
  /** The first digit or two, or the first letter, of something the caller was asked to read out: the pace is unknown. */
  readonly firstItemMs: number;
}

/**
 * `sureMs` to `doubtMs` come from 60 recorded prompts over a mu-law line, each at four phases of the detector's steps
 * (`bench endpoint`). Pauses between their sentences last up to 290 ms, then 320, 360 and, after two fragments ("Login
 * incorrect."), 380. The end-of-turn model reports the end in most of those as well, so only silence distinguishes
 * them. Turns are judged every 20 ms by level, and a voice that returns within the wait is detected first: 310 ms ends
 * the median turn 330 ms after its last sound and cuts none of the 240, 300 ms ends it after 320 and cuts one, 290 cuts
 * three and 280 seven. The longer waits are estimates: the prompts contain too few hesitations and numbers. An
 * unfinished sentence has little more time than a doubtful one: if the caller continues after a pause, the turn reopens
 * before a word of the reply is audible, and the earlier words are joined to it. `askedMs` is the usual gap between a
 * question and its answer (Stivers et al., PNAS 2009: a mean of 208 ms over ten languages); recordings have too few
 * questions to measure it.
 */
export const defaultWaits: Waits = {
  askedMs: 200,
  sureMs: 300,
  likelyMs: 480,
  doubtMs: 500,
  openMs: 550,
  patientMs: 550,
  dictationMs: 1100,
  firstItemMs: 1700,
};

/** A caller who reads something out gets this much more time than their longest pause so far, within this limit. */
const PACE = { factor: 1.3, marginMs: 150, mostMs: 2600 } as const;

/** Returns the wait of a caller who is reading something out. `longestGapMs`: between two groups so far. */
export function dictationWait(
  waits: Waits,
  { longestGapMs, isFirstItem }: { readonly longestGapMs: number; readonly isFirstItem: boolean },
): number {
  const paceMs = longestGapMs === 0 ? 0 : longestGapMs * PACE.factor + PACE.marginMs;
  return Math.max(waits.dictationMs, isFirstItem ? waits.firstItemMs : 0, Math.min(PACE.mostMs, paceMs));
}

/** Threshold of the end-of-turn model. */
const DONE = 0.5;
/**
 * Below this the model is certain that more follows, regardless of what a few words sound like: letters and digits that
 * are read out one by one and recognised as "Bye." or "Why?" score 0.01 to 0.09. Of 60 recorded prompts and 132
 * synthesised turns, none this short ended there.
 */
const GOES_ON = 0.1;

export interface PauseEvidence {
  /** Output of the end-of-turn model, if available. */
  readonly probability: number | undefined;
  /** Completeness of the final words, if available. */
  readonly completeness: Completeness | undefined;
  /** Whether the final words are pending and the partial ones end inside a number or a spelling. */
  readonly dictatedSoFar: boolean;
  /** Whether the final words are available and too few for a sentence. */
  readonly brief: boolean;
  /** Whether the final words are available and end in a question of sentence length. */
  readonly asks: boolean;
  /** Whether the final words end in a complete number that was read out. */
  readonly whole: boolean;
  /** Whether the final result is available and has no words. */
  readonly empty: boolean;
}

export function waitFor(waits: Waits, evidence: PauseEvidence): { waitMs: number; reason: TurnEndReason } {
  const { probability, completeness, dictatedSoFar, brief, asks, empty, whole } = evidence;
  if (empty || whole) return { waitMs: waits.sureMs, reason: 'confident' };
  if (completeness === 'dictating' || dictatedSoFar) return { waitMs: waits.dictationMs, reason: 'dictation' };
  if (probability === undefined && completeness === undefined) return { waitMs: waits.openMs, reason: 'patient' };
  if (brief && probability !== undefined && probability < GOES_ON)
    return { waitMs: waits.dictationMs, reason: 'dictation' };
  const wordsDone = completeness === 'complete';
  // The model is not run on a whole sentence: it reports the end in most pauses after one, and at most ends.
  if (probability === undefined && wordsDone && !brief) return { waitMs: waits.sureMs, reason: 'confident' };
  if (probability === undefined) return { waitMs: wordsDone ? waits.likelyMs : waits.patientMs, reason: 'patient' };
  if (probability < DONE) return { waitMs: wordsDone ? waits.doubtMs : waits.patientMs, reason: 'patient' };
  if (wordsDone) return { waitMs: asks ? waits.askedMs : waits.sureMs, reason: 'confident' };
  return { waitMs: waits.likelyMs, reason: 'patient' };
}
