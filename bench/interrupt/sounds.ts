import { createRandom } from '../../media/emulator/random.ts';

/** Non-verbal sounds of a room and a line, made from noise and tones. All at the line's rate of 8 kHz. */
const rateHz = 8000;
const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);

/** Second-order band-pass at constant peak gain. */
function bandPass(samples: Float32Array, centreHz: number, q: number): Float32Array {
  const w = (2 * Math.PI * centreHz) / rateHz;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const [b0, a1, a2] = [alpha / a0, (-2 * Math.cos(w)) / a0, (1 - alpha) / a0];
  const out = new Float32Array(samples.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i] as number;
    const y = b0 * (x - x2) - a1 * y1 - a2 * y2;
    out[i] = y;
    [x2, x1, y2, y1] = [x1, x, y1, y];
  }
  return out;
}

const noise = (length: number, random: () => number): Float32Array =>
  Float32Array.from({ length }, () => 2 * random() - 1);

/** Explosive burst, open middle, a voiced or breathy tail; one to three of them. */
export function cough(seed: number): Float32Array {
  const random = createRandom(seed);
  const bursts = 1 + Math.floor(random() * 3);
  const parts: Float32Array[] = [];
  for (let n = 0; n < bursts; n++) {
    const length = samplesOf(140 + 160 * random());
    const source = noise(length, random);
    const low = bandPass(source, 450 + 300 * random(), 1.2);
    const high = bandPass(source, 1300 + 900 * random(), 1.5);
    const pitchHz = 110 + 120 * random();
    const voiced = 0.3 * random();
    const shaped = low.map((x, i) => {
      const t = (i * 1000) / rateHz;
      const attack = Math.min(1, t / 8);
      const decay = Math.exp(-t / (55 + 40 * n));
      const tail = 0.25 * Math.exp(-(((t - 150) / 70) ** 2));
      const hum = voiced * Math.sin((2 * Math.PI * pitchHz * i) / rateHz) * Math.exp(-(((t - 120) / 80) ** 2));
      return attack * (decay + tail) * (1.6 * x + 1.2 * (high[i] as number)) + 0.3 * hum;
    });
    parts.push(shaped, new Float32Array(samplesOf(60 + 120 * random())));
  }
  return joined(parts);
}

/** A door, a keyboard, a chair, a breath into the microphone. */
export function bang(seed: number): Float32Array {
  const random = createRandom(seed);
  const hits = 1 + Math.floor(random() * 4);
  const parts: Float32Array[] = [];
  for (let n = 0; n < hits; n++) {
    const lasts = 30 + 250 * random();
    const source = bandPass(noise(samplesOf(lasts + 40), random), 200 + 2500 * random(), 0.7 + 2 * random());
    parts.push(source.map((x, i) => x * Math.exp((-4 * i) / samplesOf(lasts))));
    parts.push(new Float32Array(samplesOf(40 + 260 * random())));
  }
  return joined(parts);
}

/** Hold music: four chords of plucked or held strings with a melody. */
export function music(seed: number, lengthMs: number): Float32Array {
  const random = createRandom(seed);
  const out = new Float32Array(samplesOf(lengthMs));
  const rootHz = 110 * 2 ** (Math.floor(random() * 12) / 12);
  const chords = [
    [0, 4, 7],
    [9, 12, 16],
    [5, 9, 12],
    [7, 11, 14],
  ];
  const beatMs = 350 + 250 * random();
  const sustained = random() < 0.5;
  for (let beat = 0; beat * beatMs < lengthMs; beat++) {
    const chord = chords[Math.floor(beat / 2) % chords.length] as readonly number[];
    const melody = (chord[Math.floor(random() * chord.length)] as number) + 12;
    for (const step of [...chord, melody]) {
      const hz = rootHz * 2 ** (step / 12);
      const from = samplesOf(beat * beatMs);
      const length = Math.min(out.length - from, samplesOf(beatMs * (sustained ? 1 : 1.8)));
      for (let i = 0; i < length; i++) {
        const t = i / rateHz;
        const envelope = Math.min(1, t / 0.01) * (sustained ? Math.min(1, (length - i) / 160) : Math.exp(-3 * t));
        let tone = 0;
        for (let harmonic = 1; harmonic <= 6 && harmonic * hz < 3400; harmonic++)
          tone += Math.sin(2 * Math.PI * harmonic * hz * t) / harmonic ** 1.3;
        out[from + i] = (out[from + i] as number) + envelope * tone;
      }
    }
  }
  return out;
}

/** White noise at this level. */
export const hiss = (seed: number, lengthMs: number, dbfs: number): Float32Array => {
  const amplitude = 10 ** (dbfs / 20) * Math.sqrt(3);
  return noise(samplesOf(lengthMs), createRandom(seed)).map((x) => x * amplitude);
};

export function joined(parts: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Level of the audible parts, in dB relative to full scale. */
function activeDbfs(samples: Float32Array): number {
  const block = samplesOf(20);
  const energies: number[] = [];
  for (let at = 0; at + block <= samples.length; at += block)
    energies.push(samples.subarray(at, at + block).reduce((sum, x) => sum + x * x, 0) / block);
  const loudest = Math.max(...energies, 1e-12);
  const active = energies.filter((energy) => energy > loudest / 1000);
  return 10 * Math.log10(active.reduce((sum, energy) => sum + energy, 0) / Math.max(1, active.length) + 1e-12);
}

/** Scales a sound to this level. */
export function atLevel(samples: Float32Array, dbfs: number): Float32Array {
  const gain = 10 ** ((dbfs - activeDbfs(samples)) / 20);
  return samples.map((x) => Math.max(-1, Math.min(1, x * gain)));
}
