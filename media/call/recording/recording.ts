import type { LineRateHz } from '../../line/audio.ts';
import type { CallEvent, Recordings, SessionRef } from '../../ports.ts';
import type { Recorder } from './recorder.ts';

export interface RecordingOptions {
  readonly session: SessionRef;
  readonly recorder: Recorder;
  readonly rateHz: LineRateHz;
  readonly recordings: Recordings;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** Writes the recording about once a second; a failed write raises one alarm and does not affect the call. */
export interface Recording {
  tick(): void;
  /** Writes the rest up to this time of the call, and ends the recording. */
  finish(atMs: number): Promise<void>;
}

/** Delay of writing: the caller's audio may arrive 2.2 s late, and a barge-in may still cut unplayed agent audio. */
const lagMs = 2500;
const writeEveryMs = 1000;

export function openRecording(options: RecordingOptions): Recording {
  const { session, recorder, rateHz, recordings, nowMs, note } = options;
  let nextMs = writeEveryMs + lagMs;
  let failing = false;
  let writing: Promise<void> = Promise.resolve();

  const write = (untilMs: number): void => {
    const stereo = recorder.take(Math.round((untilMs * rateHz) / 1000));
    if (stereo.length === 0) return;
    writing = writing
      .then(() => recordings.write(session, rateHz, stereo))
      .catch(() => false)
      .then((ok) => {
        if (!ok && !failing) {
          note({ type: 'alarm', atMs: nowMs(), code: 'recording_failed', detail: 'the recording has a gap from here' });
        }
        failing = !ok;
      });
  };

  return {
    tick() {
      const now = nowMs();
      if (now < nextMs) return;
      nextMs = now + writeEveryMs;
      write(now - lagMs);
    },
    async finish(atMs) {
      write(atMs);
      await writing;
      await recordings.finish(session);
    },
  };
}
