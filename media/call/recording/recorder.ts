import { toInt16 } from '../../codec/l16.ts';

/** Both tracks of a call on one sample clock, kept until they can no longer change. */
export interface Recorder {
  /** Stores samples at this position of the clock; later ones overwrite earlier ones. */
  caller(atSample: number, samples: Float32Array): void;
  agent(atSample: number, samples: Float32Array): void;
  /** Removes the agent's audio from this position on, because it was never played. */
  cutAgent(atSample: number): void;
  /** Returns interleaved 16-bit PCM (caller left, agent right) from the last take up to `untilSample`. */
  take(untilSample: number): Int16Array;
  /** Returns a stretch in the same form without removing it. Must be called before the stretch is overwritten. */
  peek(fromSample: number, untilSample: number): Int16Array;
  /** End of the caller's audio. */
  readonly callerEnd: number;
  /** Samples that arrived too late or too early to be recorded. */
  readonly lost: number;
  /** Sample buffers, to be freed when the call has ended. */
  readonly memory: Readonly<Record<string, Int16Array>>;
}

/** `windowSamples`: maximum distance between the newest sample and the last take. */
export function createRecorder(windowSamples: number): Recorder {
  const tracks = { caller: new Int16Array(windowSamples), agent: new Int16Array(windowSamples) };
  let takenSamples = 0;
  let lost = 0;
  let callerEnd = 0;

  const put = (track: Int16Array, atSample: number, samples: Float32Array): void => {
    const from = Math.max(atSample, takenSamples);
    const to = Math.min(atSample + samples.length, takenSamples + windowSamples);
    lost += samples.length - Math.max(0, to - from);
    for (let i = from, slot = from % windowSamples; i < to; i++) {
      track[slot] = toInt16(samples[i - atSample] as number);
      slot = slot + 1 === windowSamples ? 0 : slot + 1;
    }
  };

  return {
    caller(atSample, samples) {
      callerEnd = Math.max(callerEnd, atSample + samples.length);
      put(tracks.caller, atSample, samples);
    },
    agent: (atSample, samples) => put(tracks.agent, atSample, samples),
    cutAgent(atSample) {
      for (let i = Math.max(atSample, takenSamples); i < takenSamples + windowSamples; i++)
        tracks.agent[i % windowSamples] = 0;
    },
    take(untilSample) {
      const until = Math.min(untilSample, takenSamples + windowSamples);
      const stereo = new Int16Array(2 * Math.max(0, until - takenSamples));
      for (let i = takenSamples, out = 0, slot = takenSamples % windowSamples; i < until; i++) {
        stereo[out++] = tracks.caller[slot] as number;
        stereo[out++] = tracks.agent[slot] as number;
        tracks.caller[slot] = 0;
        tracks.agent[slot] = 0;
        slot = slot + 1 === windowSamples ? 0 : slot + 1;
      }
      takenSamples = Math.max(takenSamples, until);
      return stereo;
    },
    peek(fromSample, untilSample) {
      const from = Math.max(fromSample, takenSamples);
      const until = Math.min(untilSample, takenSamples + windowSamples);
      const stereo = new Int16Array(2 * Math.max(0, until - from));
      for (let i = from, out = 0; i < until; i++) {
        const slot = i % windowSamples;
        stereo[out++] = tracks.caller[slot] as number;
        stereo[out++] = tracks.agent[slot] as number;
      }
      return stereo;
    },
    get callerEnd() {
      return callerEnd;
    },
    get lost() {
      return lost;
    },
    memory: tracks,
  };
}
