import type { LineRateHz } from '../line/audio.ts';
import type { Recorder } from './recorder.ts';
import { createSampleClock } from './sample-clock.ts';

export interface InboundOptions {
  readonly rateHz: LineRateHz;
  readonly decode: (payload: Uint8Array) => Float32Array;
  readonly recorder: Recorder;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly hear: (samples: Float32Array) => void;
}

/** The caller's track from the wire to the ear and the recording, on the call's clock. */
export interface Inbound {
  push(payload: Uint8Array): void;
  /** Lets silence stand in for what is overdue. */
  tick(): void;
  /** Samples of silence put in, and of audio dropped, to keep in step. */
  readonly filled: number;
  readonly dropped: number;
}

/** Below this root mean square (-50 dBFS) a piece holds no speech. */
const quietRms = 0.003;

export function createInbound(options: InboundOptions): Inbound {
  const clock = createSampleClock(options.rateHz);
  let filled = 0;
  let dropped = 0;

  const place = (samples: Float32Array, endSample: number): void => {
    options.recorder.caller(endSample - samples.length, samples);
    options.hear(samples);
  };

  return {
    push(payload) {
      const samples = options.decode(payload);
      if (samples.length === 0) return;
      const lead = clock.lead(options.nowMs(), samples.length);
      if (lead > 0) place(new Float32Array(lead), clock.position);
      if (clock.arrive(options.nowMs(), samples.length, rms(samples) < quietRms) === 'take')
        place(samples, clock.position);
      else dropped += samples.length;
    },
    tick() {
      const missing = clock.fill(options.nowMs());
      if (missing === 0) return;
      filled += missing;
      place(new Float32Array(missing), clock.position);
    },
    get filled() {
      return filled;
    },
    get dropped() {
      return dropped;
    },
  };
}

function rms(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
