import type { TurnEndReason } from '../line/turn.ts';
import type { Completeness } from './completeness.ts';

/** Silence since the true end of speech after which a turn ends, in milliseconds, by what is known of it. */
export interface Waits {
  /** The words are a whole sentence, or the end-of-turn model and fewer words agree that the caller is done. */
  readonly sureMs: number;
  /** One of the two says done; the other is not here yet, or the words might go on. */
  readonly likelyMs: number;
  /** The words are complete, but the model doubts it. */
  readonly doubtMs: number;
  /** Nothing is here yet. */
  readonly openMs: number;
  /** The model and the words say the caller will go on. */
  readonly patientMs: number;
  /** A number, a spelling or an unfinished sentence. */
  readonly dictationMs: number;
}

/**
 * `sureMs` to `doubtMs` come from 60 recorded prompts over a mu-law line, each at four phases of the detector's steps
 * (`bench endpoint`): their pauses between sentences last up to 290 ms, then 320, 360 and, after two fragments ("Login
 * incorrect."), 380. The end-of-turn model says done in most of those too, so only silence tells. Turns are judged with
 * every 20 ms that come, by their level, and a voice that returns within the wait is seen first: 310 ms end the median
 * turn 330 ms after its last sound and cut none of the 240, 300 ms end it after 320 and cut one, 290 cut three and 280
 * seven. The longer waits are judgement: the prompts contain too few hesitations and numbers. An unfinished
 * sentence gets little more than a doubtful one: a caller who paused to think and continues takes the turn back
 * before a word of the reply was heard, and what was said before is joined to it.
 */
export const defaultWaits: Waits = {
  sureMs: 300,
  likelyMs: 480,
  doubtMs: 500,
  openMs: 550,
  patientMs: 550,
  dictationMs: 1100,
};

/** The end-of-turn model's own threshold. */
const DONE = 0.5;
/**
 * Below this the model is sure that more is to come, whatever few words sound like: letters and digits that are read out
 * one by one, and are heard as "Bye." or "Why?", give 0.01 to 0.09. Of 60 recorded prompts and 132 synthesised turns none
 * that is as short ended there.
 */
const GOES_ON = 0.1;

export interface PauseEvidence {
  /** The end-of-turn model's, when it has come. */
  readonly probability: number | undefined;
  /** Of the final words, when they have come. */
  readonly completeness: Completeness | undefined;
  /** The final words have not come, and the partial ones end within a number or a spelling. */
  readonly dictatedSoFar: boolean;
  /** The final words have come, and are too few for a sentence. */
  readonly brief: boolean;
  /** The final words have come, and there are none. */
  readonly empty: boolean;
}

export function waitFor(waits: Waits, evidence: PauseEvidence): { waitMs: number; reason: TurnEndReason } {
  const { probability, completeness, dictatedSoFar, brief, empty } = evidence;
  if (empty) return { waitMs: waits.sureMs, reason: 'confident' };
  if (completeness === 'dictating' || dictatedSoFar) return { waitMs: waits.dictationMs, reason: 'dictation' };
  if (probability === undefined && completeness === undefined) return { waitMs: waits.openMs, reason: 'patient' };
  if (brief && probability !== undefined && probability < GOES_ON)
    return { waitMs: waits.dictationMs, reason: 'dictation' };
  const wordsDone = completeness === 'complete';
  // Nobody asked the model about a whole sentence: it says done in most pauses behind one, and at most ends.
  if (probability === undefined && wordsDone && !brief) return { waitMs: waits.sureMs, reason: 'confident' };
  if (probability === undefined) return { waitMs: wordsDone ? waits.likelyMs : waits.patientMs, reason: 'patient' };
  if (probability < DONE) return { waitMs: wordsDone ? waits.doubtMs : waits.patientMs, reason: 'patient' };
  if (wordsDone) return { waitMs: waits.sureMs, reason: 'confident' };
  return { waitMs: waits.likelyMs, reason: 'patient' };
}
