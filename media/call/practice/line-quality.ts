import { openStream, streamOf } from '../../agent/customer/index.ts';
import type { Clip } from '../../line/audio.ts';

/** Of the line that a simulated customer speaks over. */
export type LineQuality = 'clear' | 'noisy' | 'poor';

/** The voice above the noise, and the share of packets that begin a loss of one to three. */
const presets = {
  noisy: { signalToNoiseDb: 15, loss: 0 },
  poor: { signalToNoiseDb: 8, loss: 0.02 },
} as const;
const packetMs = 20;
/** One pole: most of the noise of rooms and streets is below 1 kHz. */
const smoothing = 0.85;

/** What such a line does to speech. The seed decides on every sample, so a run repeats its noise. */
export function overLine(quality: LineQuality, seed: number): (clip: Clip) => Clip {
  if (quality === 'clear') return (clip) => clip;
  const { signalToNoiseDb, loss } = presets[quality];
  const stream = openStream(streamOf(seed, 'line'));
  const steps = 1 << 16;
  const uniform = (): number => stream.below(steps) / (steps / 2) - 1;

  return ({ samples, rateHz }) => {
    const noise = new Float32Array(samples.length);
    let last = 0;
    for (let at = 0; at < noise.length; at++) {
      last = smoothing * last + (1 - smoothing) * uniform();
      noise[at] = last;
    }
    const gain = (levelOf(samples) / Math.max(1e-9, levelOf(noise))) * 10 ** (-signalToNoiseDb / 20);
    const heard = samples.map((sample, at) => Math.max(-1, Math.min(1, sample + gain * (noise[at] as number))));
    const packet = Math.round((packetMs * rateHz) / 1000);
    for (let start = 0; start < heard.length; start += packet) {
      if (!stream.chance(loss)) continue;
      const end = start + packet * (1 + stream.below(3));
      heard.fill(0, start, end);
      start = end - packet;
    }
    return { samples: heard, rateHz };
  };
}

/** Root mean square. */
const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
