import type { AnswerInput } from '../../voicemail/answer.ts';
import type { RecognitionEvents } from '../recognition/recognition-events.ts';
import type { Dialogue } from './dialogue.ts';

export interface ScreenedRecognitionOptions {
  readonly dialogue: Pick<Dialogue, 'recognitionEvents' | 'lastWords'>;
  readonly nowMs: () => number;
  /** Receives what was recognised, before the dialogue does. */
  readonly step: (input: AnswerInput) => void;
  /** Whether words are meant for the dialogue. */
  readonly isTalking: () => boolean;
  readonly onTrouble: (error: unknown) => void;
}

/** Passes recognised speech to a dialogue while somebody talks to it, and keeps it otherwise. */
export interface ScreenedRecognition {
  readonly events: RecognitionEvents;
  /** Called when the stream has begun. */
  begin(): void;
  readonly speaking: boolean;
  /** When the last speech ended. */
  readonly quietSinceMs: number;
  /** When the last speech began. */
  readonly heardFromMs: number;
}

export function createScreenedRecognition(options: ScreenedRecognitionOptions): ScreenedRecognition {
  const { dialogue, nowMs, step, isTalking } = options;
  const inner = dialogue.recognitionEvents;
  let speaking = false;
  let quietSinceMs = 0;
  let heardFromMs = 0;
  /** Whether words have reached the dialogue: before that, a robot may be speaking. */
  let hasTalked = false;
  /** For each caller turn whose words are not known yet: whether the dialogue knows of it. */
  const turns: boolean[] = [];
  const isPassed = (): boolean => turns.at(-1) === true && isTalking();

  function settle(text: string, endMs: number): boolean {
    const passed = turns.shift() === true;
    speaking = turns.length > 0;
    quietSinceMs = endMs;
    step({ type: 'speech_ended', atMs: endMs, text });
    return passed;
  }

  const events: RecognitionEvents = {
    ...inner,
    turnStarted(onsetMs) {
      if (!speaking) heardFromMs = onsetMs;
      speaking = true;
      step({ type: 'speech_started', atMs: onsetMs });
      turns.push(isTalking());
      if (turns.at(-1)) inner.turnStarted(onsetMs);
    },
    partial(text) {
      step({ type: 'words', text });
      if (isPassed()) inner.partial(text);
    },
    speculate(pause) {
      step({ type: 'words', text: pause.utterance.text });
      if (isPassed()) inner.speculate(pause);
    },
    speculationDropped() {
      if (isPassed()) inner.speculationDropped();
    },
    turnEnded(turn) {
      const passed = settle(turn.utterance.text, turn.endMs);
      if (passed && isTalking()) {
        hasTalked = true;
        return inner.turnEnded(turn);
      }
      dialogue.lastWords(turn);
      if (passed) inner.turnDiscarded();
    },
    turnDiscarded() {
      if (settle('', nowMs())) inner.turnDiscarded();
    },
    turnLost(error) {
      if (settle('', nowMs())) inner.turnLost(error);
      else options.onTrouble(error);
    },
    wordsLate() {
      if (isPassed() && hasTalked) inner.wordsLate();
    },
    interruption(act) {
      if (isTalking()) inner.interruption(act);
    },
    turnPassed(turn) {
      if (settle(turn.text, nowMs())) inner.turnPassed(turn);
    },
  };
  return {
    events,
    begin() {
      quietSinceMs = nowMs();
    },
    get speaking() {
      return speaking;
    },
    get quietSinceMs() {
      return quietSinceMs;
    },
    get heardFromMs() {
      return heardFromMs;
    },
  };
}
