import type { Utterance } from '../../line/speech.ts';
import type { TurnEndReason } from '../../line/turn.ts';
import type { NoInterruption } from '../../turn/interruption.ts';
import type { OverlapAct } from './overlap-watch.ts';

/**
 * Results of recognising the caller. Times are milliseconds on the track's sample clock. Each started turn is ended,
 * discarded, passed or lost exactly once; the next may start before the words of the last are known.
 */
export interface RecognitionEvents {
  turnStarted(onsetMs: number): void;
  partial(text: string): void;
  /** The caller has paused after these words: a speculative reply may begin. */
  speculate(pause: { readonly pauseId: number; readonly utterance: Utterance }): void;
  speculationDropped(): void;
  turnEnded(turn: EndedTurn): void;
  turnDiscarded(): void;
  /** There was speech, but no model was available to recognise it. */
  turnLost(error: unknown): void;
  /** The turn is over, and its words are late. */
  wordsLate(): void;
  /** What to do with the reply over which the caller speaks. */
  interruption(act: OverlapAct): void;
  /** A turn over a reply that is not an interruption and needs no answer. */
  turnPassed(turn: PassedTurn): void;
  /** A model failed; the call continues without its result. */
  trouble(error: unknown): void;
}

export interface EndedTurn {
  readonly pauseId: number;
  readonly utterance: Utterance;
  readonly onsetMs: number;
  /** Start of the utterance's audio, from which its words' times count. */
  readonly audioMs: number;
  readonly endMs: number;
  readonly reason: TurnEndReason;
}

export interface PassedTurn {
  readonly onsetMs: number;
  readonly because: NoInterruption;
  readonly text: string;
}
