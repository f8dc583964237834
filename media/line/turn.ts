/** One step of voice activity: 32 ms of audio. Times are milliseconds on the call's sample clock. */
export interface VadStep {
  readonly endMs: number;
  readonly probability: number;
  /** Level of the step, dB relative to full scale; -100 for digital silence. */
  readonly levelDbfs: number;
  /** The same for each quarter of the step, 8 ms; absent where only the whole is known. */
  readonly quartersDbfs?: readonly number[];
}

/** What the voice-activity gate makes of the steps. */
export type SpeechEvent =
  /** `onsetMs` lies before the step that proved it. */
  | { readonly type: 'speech_started'; readonly onsetMs: number; readonly atMs: number }
  /** `endMs` is the end of the last step that held speech. */
  | { readonly type: 'speech_paused'; readonly endMs: number; readonly atMs: number }
  | { readonly type: 'speech_resumed'; readonly atMs: number };

/** What an agent can have asked the caller to read out. */
export type Dictation = 'number' | 'card' | 'address' | 'spelling';

export type TurnInput =
  | SpeechEvent
  /** There has been silence since the last step, until now. */
  | { readonly type: 'silence'; readonly atMs: number }
  /** Time passes; at least every 32 ms. */
  | { readonly type: 'tick'; readonly atMs: number }
  /** Words so far; `pauseId` says for which pause a final decode is. */
  | { readonly type: 'words'; readonly text: string; readonly final: boolean; readonly pauseId?: number }
  | { readonly type: 'verdict'; readonly pauseId: number; readonly probability: number }
  /** What the open turn is expected to hold, because the agent has asked for it. */
  | { readonly type: 'awaits'; readonly dictation: Dictation }
  /** Whether the agent is audible. */
  | { readonly type: 'reply'; readonly audible: boolean; readonly atMs: number };

export type TurnOutput =
  /** The caller's turn opens: collect audio from `onsetMs` less the pre-roll. */
  | { readonly type: 'turn_started'; readonly onsetMs: number }
  /** The caller speaks over an audible reply: stop it. */
  | { readonly type: 'barge_in'; readonly onsetMs: number }
  /** Begin the final decode and the reply, speculatively. */
  | { readonly type: 'pause_started'; readonly pauseId: number; readonly endMs: number }
  /** Ask the end-of-turn model about the pause: silence and words leave a doubt, or the words may. */
  | { readonly type: 'verdict_wanted'; readonly pauseId: number }
  /** The caller went on: drop what was begun for the pause. */
  | { readonly type: 'pause_dropped'; readonly pauseId: number }
  | { readonly type: 'turn_ended'; readonly pauseId: number; readonly endMs: number; readonly reason: TurnEndReason }
  /** Nothing was said after all (a cough, a click). */
  | { readonly type: 'turn_discarded' };

export type TurnEndReason = 'confident' | 'patient' | 'dictation' | 'cap';
