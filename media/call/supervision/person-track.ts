import type { LineRateHz } from '../../line/audio.ts';
import type { Pacer } from '../../wire/pacing.ts';
import type { AudioRecognition } from '../recognition/audio-recognition.ts';
import type { EndedTurn, RecognitionEvents } from '../recognition/recognition-events.ts';

export interface PersonTrackOptions {
  /** Name of the track's phrase in the pacer; must not have been used before. */
  readonly phrase: string;
  readonly rateHz: LineRateHz;
  readonly pacer: Pick<Pacer, 'queue' | 'seal' | 'queuedMs'>;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  /** Recognises what the person says, for captions and transcript. */
  readonly recognise: (events: RecognitionEvents) => AudioRecognition;
  readonly onPartial: (text: string) => void;
  readonly onSaid: (turn: EndedTurn, offsetMs: number) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** The voice of a person who speaks instead of the agent: played to the caller and transcribed. */
export interface PersonTrack {
  /** The next samples of the microphone, at the line rate. */
  push(samples: Float32Array): void;
  /** Ends the track. The last words are still transcribed. Idempotent. */
  end(): Promise<void>;
  /** Samples dropped because too many were waiting to be played. */
  readonly dropped: number;
}

/**
 * A longer queue means that the network delayed the audio: the newest is dropped, so that the person is not heard late.
 */
const mostQueuedMs = 240;

export function openPersonTrack(options: PersonTrackOptions): PersonTrack {
  const { phrase, rateHz, pacer, nowMs } = options;
  let heard = 0;
  let dropped = 0;
  let ended: Promise<void> | undefined;
  /** Start of the track on the call's clock. */
  let offsetMs = nowMs();
  const nothing = (): void => {};
  const recognition = options.recognise({
    turnStarted: nothing,
    partial: options.onPartial,
    speculate: nothing,
    speculationDropped: nothing,
    turnEnded: (turn) => options.onSaid(turn, offsetMs),
    turnDiscarded: () => options.onPartial(''),
    turnLost: options.onTrouble,
    wordsLate: nothing,
    interruption: nothing,
    turnPassed: nothing,
    trouble: options.onTrouble,
  });
  return {
    push(samples) {
      if (ended !== undefined) return;
      if (pacer.queuedMs > mostQueuedMs) {
        dropped += samples.length;
        return;
      }
      // The pacer keeps a reference to these samples.
      pacer.queue(phrase, samples);
      recognition.push(samples);
      heard += samples.length;
      offsetMs = nowMs() - (heard * 1000) / rateHz;
    },
    end() {
      ended ??= (async () => {
        pacer.seal(phrase);
        const last = await recognition.finish();
        if (last !== undefined) options.onSaid(last, offsetMs);
        recognition.close();
      })().catch(options.onTrouble);
      return ended;
    },
    get dropped() {
      return dropped;
    },
  };
}
