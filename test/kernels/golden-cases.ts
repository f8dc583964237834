import { createDecoder, createEncoder } from '../../media/codec/format.ts';
import type { KernelForm } from '../../media/dsp/kernels/forms.ts';
import { createLogMel } from '../../media/dsp/log-mel.ts';
import { createResampler, resample } from '../../media/dsp/resampler.ts';
import { createVocoder } from '../../media/synthesiser/vocoder.ts';
import { createAudioText } from '../../media/wire/dialects/audio-text.ts';
import { createMediaReader } from '../../media/wire/dialects/read-media.ts';

export interface GoldenCase {
  readonly name: string;
  /** Relative to the largest value. */
  readonly tolerance: number;
  readonly run: (form: KernelForm) => readonly number[];
}

/** Returns deterministic integers, so that the vectors are the same on every machine. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / (1 << 24);
  };
}

/** Generates a voice-like hum with noise, quiet at its end. */
function sound(samples: number, rateHz: number): Float32Array {
  const next = numbers(5);
  return Float32Array.from({ length: samples }, (_, n) => {
    const t = n / rateHz;
    const hum = Math.sin(2 * Math.PI * 140 * t) + 0.5 * Math.sin(2 * Math.PI * 980 * t + 1) + 0.2 * Math.sin(9000 * t);
    return (n < 0.8 * samples ? 0.2 * hum : 0) + 0.01 * (next() - 0.5);
  });
}

function spectra(frames: number, bins: number) {
  const next = numbers(9);
  const fill = (make: () => number) => Float32Array.from({ length: frames * bins }, make);
  return {
    frames,
    bins,
    harmonic: fill(() => next() * 30),
    theta: fill(() => next() * 6 - 3),
    noise: fill(() => next() * 20),
    free: fill(() => next() * 10),
    phi: fill(() => next() * 200 - 100),
    f0: Float32Array.from({ length: frames }, (_, i) => (i === 7 ? 0 : 110 + 7 * i)),
  };
}

/** Keeps every n-th value, so that the file stays small. */
const some = (values: ArrayLike<number>, step: number): number[] =>
  Array.from({ length: Math.ceil(values.length / step) }, (_, i) => values[i * step] as number);

const logMel = (rateHz: 8000 | 16_000, samples: number, frames: number): GoldenCase => ({
  name: `log-mel of ${samples} samples in ${frames} frames at ${rateHz} Hz`,
  tolerance: 1e-4,
  run: (form) => some(createLogMel(rateHz, form).compute(sound(samples, rateHz), frames), 13),
});

const resampling = (fromHz: number, toHz: number): GoldenCase => ({
  name: `resampler ${fromHz} to ${toHz} Hz, whole and in frames`,
  tolerance: 1e-6,
  run(form) {
    const clip = sound(fromHz / 10, fromHz);
    const stream = createResampler(fromHz, toHz, form);
    const pieces = [0, 1, 2, 3, 4].map((i) =>
      stream.process(clip.subarray((i * fromHz) / 50, ((i + 1) * fromHz) / 50)),
    );
    return some([...resample(clip, fromHz, toHz, form), ...pieces.flatMap((piece) => [...piece])], 11);
  },
});

const vocoding = (rateHz: 8000 | 16_000): GoldenCase => ({
  name: `vocoder at ${rateHz} Hz`,
  // The plain form uses sine tables of this resolution.
  tolerance: 2e-3,
  run(form) {
    const vocoder = createVocoder(rateHz, form);
    const pieces = vocoder.render(spectra(30, vocoder.bins), { startFrame: 3, endFrame: 29, pieceFrames: [3, 8] });
    return some(
      [...pieces].flatMap((piece) => [...piece]),
      17,
    );
  },
});

const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);

const formats = {
  mulaw: { encoding: 'mulaw', rateHz: 8000 },
  alaw: { encoding: 'alaw', rateHz: 8000 },
} as const;

function readAll(form: KernelForm): number[] {
  const payload = Buffer.from(bytes).toString('base64');
  const message = Buffer.from(`{"event":"media","media":{"chunk":"4711","payload":"${payload}"}}`);
  const audio = createMediaReader(form)(message, formats.mulaw);
  return [audio?.number ?? -1, ...some(audio?.payload ?? [], 5)];
}

export const goldenCases: readonly GoldenCase[] = [
  logMel(8000, 4000, 50),
  logMel(8000, 3000, 57),
  logMel(16_000, 9000, 50),
  logMel(16_000, 640, 4),
  logMel(16_000, 640, 3),
  resampling(8000, 16_000),
  resampling(16_000, 8000),
  resampling(24_000, 8000),
  resampling(8000, 24_000),
  resampling(44_100, 16_000),
  vocoding(8000),
  vocoding(16_000),
  { name: 'mu-law bytes', tolerance: 0, run: (form) => some(createDecoder(formats.mulaw, 8000, form)(bytes), 1) },
  { name: 'A-law bytes', tolerance: 0, run: (form) => some(createDecoder(formats.alaw, 8000, form)(bytes), 1) },
  {
    name: 'mu-law of sound',
    tolerance: 0,
    run: (form) => some(createEncoder(formats.mulaw, form)(sound(800, 8000)), 5),
  },
  { name: 'A-law of sound', tolerance: 0, run: (form) => some(createEncoder(formats.alaw, form)(sound(800, 8000)), 5) },
  { name: 'a media message', tolerance: 0, run: (form) => readAll(form) },
  {
    name: 'a payload as text',
    tolerance: 0,
    run: (form) => some(createAudioText('{"a":"', '"}', form).print(bytes), 3),
  },
];
