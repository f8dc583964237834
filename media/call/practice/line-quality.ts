import { openStream, streamOf } from '../../agent/customer/index.ts';
import { speechBounds } from '../../emulator/index.ts';
import type { Clip } from '../../line/audio.ts';

/** Of the line that a simulated customer speaks over. */
export type LineQuality = 'clear' | 'noisy' | 'poor';

/** The voice above the noise, and the share of packets that begin a loss of one to three. */
const presets = {
  noisy: { signalToNoiseDb: 15, loss: 0 },
  poor: { signalToNoiseDb: 8, loss: 0.02 },
} as const;
/** Level of the customer's voice on a line with noise, so that the noise is so far below it. */
const voiceDbfs = -23;
const longestLoss = 3;
/** One pole: most of the noise of rooms and streets is below 1 kHz at 16 kHz. */
const smoothing = 0.85;
const steps = 1 << 16;

export interface CustomerLine {
  /** A line of the customer as loud as it is on this line. */
  level(clip: Clip): Clip;
  /** What the line does to the next packet, whether or not the customer speaks. Undefined: nothing. */
  readonly distort?: ((packet: Float32Array) => Float32Array) | undefined;
}

/** The seed decides on every sample and every loss, so a run repeats its line. */
export function overLine(quality: LineQuality, seed: number): CustomerLine {
  if (quality === 'clear') return { level: (clip) => clip };
  const { signalToNoiseDb, loss } = presets[quality];
  const noise = openStream(streamOf(seed, 'line'));
  const losses = openStream(streamOf(seed, 'loss'));
  // Of uniform values through one pole.
  const variance = (1 - smoothing) / (1 + smoothing) / 3;
  const gain = 10 ** ((voiceDbfs - signalToNoiseDb) / 20) / Math.sqrt(variance);
  let last = 0;
  let lost = 0;
  return {
    level(clip) {
      const scale = 10 ** (voiceDbfs / 20) / Math.max(1e-6, levelOf(clip));
      return { samples: clip.samples.map((sample) => scale * sample), rateHz: clip.rateHz };
    },
    distort(packet) {
      const heard = packet.map((sample) => {
        last = smoothing * last + (1 - smoothing) * (noise.below(steps) / (steps / 2) - 1);
        return Math.max(-1, Math.min(1, sample + gain * last));
      });
      if (lost === 0 && losses.chance(loss)) lost = 1 + losses.below(longestLoss);
      if (lost === 0) return heard;
      lost -= 1;
      return heard.fill(0);
    },
  };
}

/** Root mean square of the speech in a clip. */
function levelOf(clip: Clip): number {
  const { startSample = 0, endSample = clip.samples.length } = speechBounds(clip) ?? {};
  const speech = clip.samples.subarray(startSample, endSample);
  return Math.sqrt(speech.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, speech.length));
}
