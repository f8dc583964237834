import type { AudioFault } from './decoding.ts';
import type { ReadStereo } from './stereo.ts';

export type ClipRead =
  /** Mono, [-1, 1], at 16 kHz. */
  | { readonly kind: 'read'; readonly samples: Float32Array; readonly seconds: number }
  | { readonly kind: 'fault'; readonly code: AudioFault };

/** Decodes a whole short sound file in a child process that can be killed. */
export type ReadClip = (path: string, signal: AbortSignal) => Promise<ClipRead>;

const clipRateHz = 16_000;

export function createClipReader(readStereo: ReadStereo): ReadClip {
  return async (path, signal) => {
    const parts: Int16Array[] = [];
    const read = await readStereo(path, {
      rateHz: clipRateHz,
      signal,
      take: async (stereo) => void parts.push(stereo),
    });
    if (read.kind === 'fault') return { kind: 'fault', code: read.code };
    const frames = parts.reduce((sum, part) => sum + part.length, 0) / 2;
    const samples = new Float32Array(frames);
    let at = 0;
    for (const part of parts)
      for (let i = 0; i + 1 < part.length; i += 2) {
        samples[at] = ((part[i] as number) + (part[i + 1] as number)) / 65_536;
        at += 1;
      }
    return { kind: 'read', samples, seconds: frames / clipRateHz };
  };
}
