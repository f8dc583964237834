import { openStream, streamOf } from '../../agent/customer/index.ts';
import { speechBounds } from '../../emulator/index.ts';
import type { Clip } from '../../line/audio.ts';

/** Quality of the line over which a simulated customer speaks. */
export type LineQuality = 'clear' | 'noisy' | 'poor';

/** Level of the voice above the noise, and probability that a packet begins a loss of one to three. */
const presets = {
  noisy: { signalToNoiseDb: 15, loss: 0 },
  poor: { signalToNoiseDb: 8, loss: 0.02 },
} as const;
/** Level of the customer's voice on a noisy line, relative to which the noise is set. */
const voiceDbfs = -23;
const longestLoss = 3;
/** One pole: most noise of rooms and streets is below 1 kHz at 16 kHz. */
const smoothing = 0.85;
const steps = 1 << 16;

export interface CustomerLine {
  /** Scales a clip of the customer to its level on this line. */
  level(clip: Clip): Clip;
  /** Effect of the line on the next packet, whether or not the customer speaks; absent on a clear line. */
  readonly distort?: ((packet: Float32Array) => Float32Array) | undefined;
}

/** Creates a line. The seed determines every sample and every loss, so a run is repeatable. */
export function overLine(quality: LineQuality, seed: number): CustomerLine {
  if (quality === 'clear') return { level: (clip) => clip };
  const { signalToNoiseDb, loss } = presets[quality];
  const noise = openStream(streamOf(seed, 'line'));
  const losses = openStream(streamOf(seed, 'loss'));
  // Variance of uniform values after one pole.
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

/** Returns the root mean square of the speech in a clip. */
function levelOf(clip: Clip): number {
  const { startSample = 0, endSample = clip.samples.length } = speechBounds(clip) ?? {};
  const speech = clip.samples.subarray(startSample, endSample);
  return Math.sqrt(speech.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, speech.length));
}
