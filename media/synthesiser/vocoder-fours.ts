import { createFourFrames, frameLanes } from '../dsp/kernels/vocoder.ts';
import type { Noise } from './noise.ts';
import type { PulseTrain } from './pulse-train.ts';
import type { SpectralFrames } from './spectral-frames.ts';

/** Starts rendering a clause at a frame. Each call of the returned function writes the next hop into `out`. */
export type BeginSound = (
  frames: SpectralFrames,
  pulses: PulseTrain,
  firstFrame: number,
) => (out: Float32Array, at: number) => void;

/**
 * Renders four frames at a time in WebAssembly. Clauses may be interleaved, since state between groups belongs to each
 * clause.
 */
export function soundByFours(hop: number, noise: Noise): BeginSound {
  const four = createFourFrames(hop, noise.table);
  const starts = new Array<number>(frameLanes).fill(0);

  return (frames, pulses, firstFrame) => {
    const parts = [frames.harmonic, frames.theta, frames.noise, frames.free, frames.phi] as const;
    const heardPulses = new Float32Array(7 * hop);
    const rest = new Float32Array(3 * hop);
    const done = new Float32Array(frameLanes * hop);
    let next = firstFrame;
    let doneAt = done.length;

    const advance = (hops: number): void => {
      heardPulses.copyWithin(0, hops * hop);
      pulses.next(heardPulses.subarray((7 - hops) * hop));
    };
    // As for a single frame, plus three hops, up to the window of the group's last frame.
    for (let frame = -1; frame <= firstFrame + 3; frame++) advance(1);

    const group = (): void => {
      for (let lane = 0; lane < frameLanes; lane++) {
        const frame = next + lane;
        const inside = frame >= 0 && frame < frames.frames;
        starts[lane] = noise.startOf(frame);
        for (let part = 0; part < parts.length; part++) {
          const row = four.row(part as 0, lane);
          if (inside) row.set((parts[part] as Float32Array).subarray(frame * frames.bins, (frame + 1) * frames.bins));
          else row.fill(0);
        }
      }
      four.pulses.set(heardPulses);
      four.sum.set(rest, frameLanes * hop);
      four.run(starts);
      done.set(four.sum.subarray(0, done.length));
      rest.set(four.sum.subarray(done.length));
      next += frameLanes;
      advance(frameLanes);
      doneAt = 0;
    };

    return (out, at) => {
      if (doneAt === done.length) group();
      out.set(done.subarray(doneAt, doneAt + hop), at);
      doneAt += hop;
    };
  };
}
