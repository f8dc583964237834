import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConcealer } from '../../media/call/inbound/concealment.ts';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { readWav } from '../../media/codec/wav.ts';
import { resample } from '../../media/dsp/resampler.ts';
import { createRandom } from '../../media/emulator/random.ts';
import { joined } from '../interrupt/sounds.ts';
import { type Prompt, rateHz } from './prompts.ts';

export const noiseKinds = ['babble', 'street', 'white', 'car', 'lost packets'] as const;
export type NoiseKind = (typeof noiseKinds)[number];

/** Level of the voice above the noise, in dB; for lost packets the percentage that is lost. */
export const levelsOf = (kind: NoiseKind): readonly number[] =>
  kind === 'lost packets' ? [2, 5, 10, 20] : [20, 15, 10, 5];

/** Noise before and after the prompt. */
const aroundMs = 1000;
const packetSamples = rateHz / 50;
const longestLoss = 3;
const talkers = 6;

/** Returns the prompt as a mu-law line carries it out of this noise. The seed determines each sample. */
export function inNoise(
  prompt: Prompt,
  { kind, level, seed, voices }: { kind: NoiseKind; level: number; seed: number; voices: readonly Float32Array[] },
): Prompt {
  const around = new Float32Array((aroundMs * rateHz) / 1000);
  const clean = joined([around, prompt.samples, around]);
  const random = createRandom(seed);
  if (kind === 'lost packets') return { ...prompt, samples: withLosses(clean, level / 100, random) };
  const noise = noiseOf(kind, { length: clean.length, random, voices });
  const gain = activeLevel(prompt.samples) / meanLevel(noise) / 10 ** (level / 20);
  const mixed = clean.map((sample, i) => Math.max(-1, Math.min(1, sample + gain * (noise[i] as number))));
  return { ...prompt, samples: decodeMulaw(encodeMulaw(mixed)) };
}

/** Reads the recordings below a folder as material for babble, at the line's rate. */
export async function readVoices(folder: string): Promise<Float32Array[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.wav')).toSorted();
  const clips = await Promise.all(files.map(async (file) => readWav(await readFile(join(folder, file)))));
  return clips
    .filter(({ samples, rateHz: hz }) => samples.length > hz)
    .map((clip) => resample(clip.samples, clip.rateHz, rateHz));
}

interface NoiseOptions {
  readonly length: number;
  readonly random: () => number;
  readonly voices: readonly Float32Array[];
}

function noiseOf(kind: Exclude<NoiseKind, 'lost packets'>, options: NoiseOptions): Float32Array {
  const { length, random } = options;
  const white = (): Float32Array => Float32Array.from({ length }, () => 2 * random() - 1);
  switch (kind) {
    case 'white':
      return white();
    case 'babble':
      return babble(options);
    case 'car':
      return car(white(), random);
    case 'street':
      return street(white(), random);
  }
}

/** Six voices at once, equally loud, without pauses between their recordings. */
function babble({ length, random, voices }: NoiseOptions): Float32Array {
  const out = new Float32Array(length);
  for (let talker = 0; talker < talkers; talker += 1) {
    for (let at = -Math.floor(random() * 2 * rateHz); at < length; ) {
      const clip = voices[Math.floor(random() * voices.length)] as Float32Array;
      const gain = 0.1 / activeLevel(clip);
      for (let i = Math.max(0, -at); i < clip.length && at + i < length; i += 1) {
        out[at + i] = (out[at + i] as number) + gain * (clip[i] as number);
      }
      at += clip.length;
    }
  }
  return out;
}

/** Wind and tyres below about 500 Hz, and an engine of 30 to 50 Hz with its harmonics. */
function car(white: Float32Array, random: () => number): Float32Array {
  const tyres = onePole(onePole(white, 0.9), 0.7);
  const engineHz = 30 + 20 * random();
  const scale = meanLevel(tyres);
  return tyres.map((sample, i) => {
    let engine = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1)
      engine += Math.sin((2 * Math.PI * harmonic * engineHz * i) / rateHz) / harmonic;
    return sample + 0.4 * scale * engine;
  });
}

/** Noise of traffic that falls with frequency, vehicles that pass every few seconds, and now and then a horn. */
function street(white: Float32Array, random: () => number): Float32Array {
  const traffic = onePole(white, 0.75);
  const out = traffic.map((sample) => 0.4 * sample);
  for (let atS = 3 * random() - 1; atS < white.length / rateHz; atS += 1 + 3 * random()) {
    const widthS = 0.3 + 0.8 * random();
    const loud = 0.5 + random();
    const hornHz = random() < 0.3 ? 380 + 120 * random() : 0;
    for (let i = 0; i < out.length; i += 1) {
      const fromS = i / rateHz - atS;
      if (Math.abs(fromS) > 3 * widthS) continue;
      out[i] = (out[i] as number) + loud * Math.exp(-((fromS / widthS) ** 2)) * (traffic[i] as number);
      if (hornHz > 0 && fromS > 0 && fromS < 0.35)
        out[i] = (out[i] as number) + 0.12 * Math.sign(Math.sin(2 * Math.PI * hornHz * fromS));
    }
  }
  return out;
}

/** Bursts of one to three lost packets, concealed as in a call. */
function withLosses(samples: Float32Array, share: number, random: () => number): Float32Array {
  const concealer = createConcealer(rateHz);
  const out = new Float32Array(samples.length);
  const begins = share / ((1 + longestLoss) / 2) / (1 - share);
  let lost = 0;
  for (let at = 0; at + packetSamples <= samples.length; at += packetSamples) {
    if (lost === 0 && random() < begins) lost = 1 + Math.floor(random() * longestLoss);
    const packet = samples.slice(at, at + packetSamples);
    if (lost === 0) concealer.real(packet);
    out.set(lost > 0 ? concealer.lost(packetSamples) : packet, at);
    lost = Math.max(0, lost - 1);
  }
  return out;
}

function onePole(samples: Float32Array, smoothing: number): Float32Array {
  let last = 0;
  return samples.map((sample) => (last = smoothing * last + (1 - smoothing) * sample));
}

const meanLevel = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 1e-9) / samples.length);

/** Root mean square of the blocks of 20 ms within 30 dB of the loudest. */
function activeLevel(samples: Float32Array): number {
  const energies: number[] = [];
  for (let at = 0; at + packetSamples <= samples.length; at += packetSamples)
    energies.push(meanLevel(samples.subarray(at, at + packetSamples)) ** 2);
  const loudest = Math.max(...energies, 1e-9);
  const active = energies.filter((energy) => energy > loudest / 1000);
  return Math.sqrt(active.reduce((sum, energy) => sum + energy, 0) / Math.max(1, active.length));
}
