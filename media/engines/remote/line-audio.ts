import { createResampler, type Resampler } from '../../dsp/resampler.ts';
import { MediaFault } from '../../line/fault.ts';
import { spokenMs } from './spoken-words.ts';

/** Converts a server's audio to the line's rate and removes the silence around it. */
export interface LineAudio {
  /**
   * Returns the samples that are due; may be empty. `rateHz` is the server's. Throws `speech_engine_failed` for more audio
   * than the text can take.
   */
  push(samples: Float32Array, rateHz: number): Float32Array;
  /** Returns the remaining samples. */
  end(): Float32Array;
  /** Number of samples returned so far, at the line's rate. */
  readonly length: number;
}

/** -50 dBFS: below every voice, above the noise of models. */
const audible = 0.003;
/** Silence kept at both edges, so that no consonant is cut. */
const edgeMs = 15;

/** Without a limit, a server that sends endlessly fills the memory and blocks the other calls of the thread. */
const mostMsOf = (estimateMs: number): number => 15_000 + 5 * estimateMs;

export interface LineAudioOptions {
  readonly rateHz: number;
  readonly text: string;
  readonly pace?: number | undefined;
}

/** Leading silence delays a reply, and trailing silence delays its end. */
export function createLineAudio({ rateHz: lineRateHz, text, pace }: LineAudioOptions): LineAudio {
  const mostMs = mostMsOf(spokenMs(text, pace));
  let receivedMs = 0;
  const edge = Math.round((edgeMs * lineRateHz) / 1000);
  let resampler: Resampler | undefined;
  let held: Float32Array = new Float32Array(0);
  let begun = false;
  let length = 0;

  /** Returns everything up to the last sound. Silence after it is held back until more sound follows. */
  function trimmed(samples: Float32Array): Float32Array {
    const all = joined(held, samples);
    const last = all.findLastIndex((sample) => Math.abs(sample) > audible);
    if (last < 0) {
      held = begun ? all : all.slice(Math.max(0, all.length - edge));
      return new Float32Array(0);
    }
    const first = begun ? 0 : Math.max(0, all.findIndex((sample) => Math.abs(sample) > audible) - edge);
    begun = true;
    const upTo = Math.min(all.length, last + 1 + edge);
    held = all.slice(upTo);
    length += upTo - first;
    return all.slice(first, upTo);
  }

  return {
    push(samples, rateHz) {
      receivedMs += (samples.length * 1000) / rateHz;
      if (receivedMs > mostMs)
        throw new MediaFault('speech_engine_failed', 'the server sent more audio than the text takes to speak');
      resampler ??= createResampler(rateHz, lineRateHz);
      return trimmed(resampler.process(samples));
    },
    end: () => (resampler === undefined ? new Float32Array(0) : trimmed(resampler.flush())),
    get length() {
      return length;
    },
  };
}

function joined(first: Float32Array, other: Float32Array): Float32Array {
  if (first.length === 0) return other;
  const both = new Float32Array(first.length + other.length);
  both.set(first);
  both.set(other, first.length);
  return both;
}
