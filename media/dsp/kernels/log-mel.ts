import { analysisAt, floorPower, type LogMel, logMelFormat } from '../mel-analysis.ts';
import { createArena, putTransform } from './arena.ts';
import { instantiateKernels } from './wasm.ts';

/** Frames are processed in fours, so fewer use the TypeScript form. */
const fewestFrames = 4;
/** Whisper's window is 30 s. Memory grows on demand up to this number of frames. */
const mostFrames = 3000;

/** Equal to the TypeScript form within single precision: 1e-3 of a value in the quietest bands, 1e-5 elsewhere. */
export function createWasmLogMel(rateHz: 8000 | 16_000, plain: LogMel): LogMel {
  const { bands } = logMelFormat;
  const { windowSamples, hopSamples, gain, hann, filters } = analysisAt(rateHz);
  const kernels = instantiateKernels();
  const arena = createArena(kernels);
  const { plan, factors, half } = putTransform(arena, windowSamples);
  const context = arena.putU32([
    plan,
    half,
    arena.put(hann),
    factors,
    arena.reserve(half * 32),
    arena.reserve(half * 32),
    arena.reserve((half + 1) * 16),
    bands,
    arena.putU32(filters.flatMap(({ first, gains }) => [first, gains.length])),
    arena.put(filters.flatMap(({ gains }) => [...gains])),
    hopSamples,
    0,
  ]);
  arena.floats(context + 44, 1)[0] = gain;
  const soundAt = arena.reserve(0);
  /** Includes the overhang of the last groups of windows. */
  const soundBytes = (frames: number): number => ((frames + 4) * hopSamples + 2 * windowSamples) * 4;
  let reserved = 0;

  return {
    compute(samples, frames) {
      if (frames < fewestFrames || frames > mostFrames) return plain.compute(samples, frames);
      const outAt = soundAt + Math.ceil(soundBytes(frames) / 16) * 16;
      const needed = outAt + bands * frames * 4 - soundAt;
      if (needed > reserved) {
        arena.reserve(needed - reserved);
        reserved = needed;
      }
      const length = frames * hopSamples;
      const heard = Math.min(samples.length, length);
      const sound = arena.floats(soundAt, soundBytes(frames) / 4);
      const before = windowSamples / 2;
      sound.fill(0);
      sound.set(heard === samples.length ? samples : samples.subarray(0, heard), before);
      for (let i = 1; i <= before; i++) sound[before - i] = i < length ? (sound[before + i] as number) : 0;
      for (let i = 0; i < before; i++) sound[before + length + i] = sound[before + length - 2 - i] as number;
      const out = arena.floats(outAt, bands * frames);
      const sounding = Math.min(frames, Math.ceil((heard + before) / hopSamples));
      if (sounding < frames) out.fill(Math.log10(floorPower));
      kernels.logMel(context, soundAt, outAt, sounding, frames);
      kernels.normalise(outAt, bands * frames);
      return out.slice();
    },
  };
}
