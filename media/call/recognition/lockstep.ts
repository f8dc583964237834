import type { LineRateHz } from '../../line/audio.ts';
import type { VoiceActivity } from '../../vad/silero.ts';

/**
 * Passes a call's audio on in blocks of one detector step; each block waits until the previous step has been evaluated.
 * The call's decisions then depend only on its samples, and not on their arrival times or on how far behind the
 * detector was.
 */
export interface Lockstep {
  /** The detector, wrapped for use by recognition. */
  readonly voiceActivity: VoiceActivity;
  /** The next samples at the line rate; copied. */
  push(samples: Float32Array): void;
  /** Passes on all waiting samples, whether steps are evaluated or not. */
  flush(): void;
  /** Number of blocks passed on plus steps evaluated: the call's logical time. */
  readonly beat: number;
  /** Samples pushed so far. */
  readonly samples: number;
  /** True if a step is due, for which the next block waits. */
  readonly stepDue: boolean;
  /** Blocks passed on without an evaluated step, because the detector was too far behind. */
  readonly overruns: number;
}

const STEP_MS = 32;
const STEP_SAMPLES_8K = 256;
/** Maximum audio waiting for a slow detector; beyond it the detector itself drops the oldest. */
const MAX_WAITING_MS = 4000;

export interface LockstepOptions {
  readonly rateHz: LineRateHz;
  readonly voiceActivity: VoiceActivity;
  /** Receives the blocks; the samples are only valid during the call. */
  readonly hear: (samples: Float32Array) => void;
  /** Runs detector callbacks, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
}

export function createLockstep({ rateHz, voiceActivity, hear, guarded }: LockstepOptions): Lockstep {
  const block = (STEP_MS * rateHz) / 1000;
  let waiting = new Float32Array(block * 8);
  let start = 0;
  let end = 0;
  let beat = 0;
  let samples = 0;
  let overruns = 0;
  /** 8 kHz samples that the detector has received but not evaluated. */
  let unjudged = 0;

  function handOn(count: number): void {
    const from = start;
    start += count;
    beat += 1;
    hear(waiting.subarray(from, start));
  }

  function pump(): void {
    while (end - start >= block && unjudged < STEP_SAMPLES_8K) handOn(block);
    while ((end - start) * 1000 > MAX_WAITING_MS * rateHz) {
      overruns += 1;
      handOn(block);
    }
  }

  function append(piece: Float32Array): void {
    if (end + piece.length > waiting.length) {
      const left = end - start;
      // Grows the buffer if more than half of it would be in use; otherwise moves the samples to its beginning.
      const target = 2 * (left + piece.length) > waiting.length ? new Float32Array(2 * (left + piece.length)) : waiting;
      if (target === waiting) waiting.copyWithin(0, start, end);
      else target.set(waiting.subarray(start, end));
      waiting = target;
      start = 0;
      end = left;
    }
    waiting.set(piece, end);
    end += piece.length;
    samples += piece.length;
  }

  return {
    voiceActivity: {
      run: voiceActivity.run,
      open({ onStep }) {
        const stream = voiceActivity.open({
          onStep(step) {
            unjudged -= STEP_SAMPLES_8K;
            beat += 1;
            onStep(step);
            guarded(pump);
          },
        });
        return {
          push(samples8k) {
            const dropped = stream.droppedSamples;
            stream.push(samples8k);
            unjudged += samples8k.length - (stream.droppedSamples - dropped);
          },
          close: stream.close,
          get droppedSamples() {
            return stream.droppedSamples;
          },
        };
      },
    },
    push(piece) {
      append(piece);
      pump();
    },
    flush() {
      while (end > start) handOn(Math.min(block, end - start));
    },
    get beat() {
      return beat;
    },
    get samples() {
      return samples;
    },
    get stepDue() {
      return unjudged >= STEP_SAMPLES_8K;
    },
    get overruns() {
      return overruns;
    },
  };
}
