/** One step of voice activity: 32 ms of audio. Times are milliseconds on the call's sample clock. */
export interface VadStep {
  readonly endMs: number;
  readonly probability: number;
  /** Level of the step, dB relative to full scale; -100 for digital silence. */
  readonly levelDbfs: number;
  /** The same for each 8 ms quarter of the step; absent if only the whole level is known. */
  readonly quartersDbfs?: readonly number[];
}

/** An event that the voice-activity gate derives from the steps. */
export type SpeechEvent =
  /** `onsetMs` lies before the step that confirmed the speech. */
  | { readonly type: 'speech_started'; readonly onsetMs: number; readonly atMs: number }
  /** `endMs` is the end of the last step that contained speech. */
  | { readonly type: 'speech_paused'; readonly endMs: number; readonly atMs: number }
  | { readonly type: 'speech_resumed'; readonly atMs: number };

/** A second voice was found. `onsetMs` is its beginning. */
export type ForegroundEvent =
  /** The voice before was in the room. This one is the caller's, which is louder. */
  | { readonly type: 'louder_voice'; readonly onsetMs: number; readonly atMs: number }
  /** The voice before was the caller's. This one is in the room. */
  | { readonly type: 'room_voice'; readonly onsetMs: number; readonly atMs: number };

/** Kinds of data that an agent may have asked the caller to dictate. */
export type Dictation = 'number' | 'card' | 'address' | 'spelling';

export type TurnInput =
  | SpeechEvent
  | ForegroundEvent
  /** No speech since the last step, until `atMs`. */
  | { readonly type: 'silence'; readonly atMs: number }
  /** Advances the time; sent at least every 32 ms. */
  | { readonly type: 'tick'; readonly atMs: number }
  /** Words recognised so far. `pauseId` identifies the pause of a final decode. */
  | { readonly type: 'words'; readonly text: string; readonly final: boolean; readonly pauseId?: number }
  | { readonly type: 'verdict'; readonly pauseId: number; readonly probability: number }
  /** Expected content of the open turn, because the agent has asked for it. */
  | { readonly type: 'awaits'; readonly dictation: Dictation }
  /** Whether the agent is audible. */
  | { readonly type: 'reply'; readonly audible: boolean; readonly atMs: number };

export type TurnOutput =
  /** The caller's turn begins: collect audio from `onsetMs` minus the pre-roll. */
  | { readonly type: 'turn_started'; readonly onsetMs: number }
  /** The caller speaks over an audible reply: stop the reply. */
  | { readonly type: 'barge_in'; readonly onsetMs: number }
  /** Begin the final decode and a speculative reply. */
  | { readonly type: 'pause_started'; readonly pauseId: number; readonly endMs: number }
  /**
   * Run the end-of-turn model on the pause: the silence and the words are inconclusive, or the words may turn out to
   * be.
   */
  | { readonly type: 'verdict_wanted'; readonly pauseId: number }
  /** The caller continued: discard the work begun for the pause. */
  | { readonly type: 'pause_dropped'; readonly pauseId: number }
  | { readonly type: 'turn_ended'; readonly pauseId: number; readonly endMs: number; readonly reason: TurnEndReason }
  /** The open turn was a voice in the room. The caller's turn begins. */
  | { readonly type: 'turn_replaced'; readonly onsetMs: number }
  /** The audio contained no words (a cough, a click). */
  | { readonly type: 'turn_discarded' };

export type TurnEndReason = 'confident' | 'patient' | 'dictation' | 'cap';
