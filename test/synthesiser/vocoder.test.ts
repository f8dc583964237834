import { describe, expect, it } from 'vitest';
import { createInverseStft, createStft, periodicHann } from '../../media/dsp/stft.ts';
import { createPulseTrain } from '../../media/synthesiser/pulse-train.ts';
import type { SpectralFrames } from '../../media/synthesiser/spectral-frames.ts';
import { createVocoder } from '../../media/synthesiser/vocoder.ts';

/** Numbers in [0, 1), the same at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/** Frames of arbitrary spectra, the pitch gliding and once breaking off; noise only where asked for. */
function makeFrames(frames: number, bins: number, noisy = false): SpectralFrames {
  const next = numbers(7);
  const fill = (make: () => number) => Float32Array.from({ length: frames * bins }, make);
  return {
    frames,
    bins,
    harmonic: fill(() => next() * 30),
    theta: fill(() => next() * 3 - 1.5),
    noise: fill(() => (noisy ? next() * 20 : 0)),
    free: fill(() => next() * 10),
    phi: fill(() => next() * 20 - 10),
    f0: Float32Array.from({ length: frames }, (_, i) => (i === 5 ? 0 : 120 + 9 * i)),
  };
}

const joined = (pieces: Iterable<Float32Array>): number[] => [...pieces].flatMap((piece) => [...piece]);
const whole = { startFrame: 0, pieceFrames: [1000] };

/** The formula written out: sums over harmonics and bins, no transform and no table. */
function slowly({ frames, bins, harmonic, theta, free, phi, f0 }: SpectralFrames, rateHz: number): number[] {
  const hop = rateHz / 80;
  const size = 4 * hop;
  const hann = (n: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size);
  const pulses = slowPulses(f0, hop, rateHz);
  const output = new Float64Array((frames + 4) * hop);
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * hop - 2 * hop;
    const spectrum = Array.from({ length: bins }, (_, k) => {
      let [re, im] = [0, 0];
      for (let n = 0; n < size; n++) {
        const x = ((pulses[start + n] ?? 0) * hann(n)) / hop;
        re += x * Math.cos((2 * Math.PI * k * n) / size);
        im -= x * Math.sin((2 * Math.PI * k * n) / size);
      }
      const at = frame * bins + k;
      const turn = Math.PI * Math.tanh(theta[at]!);
      const [c, s] = [harmonic[at]! * Math.cos(turn), harmonic[at]! * Math.sin(turn)];
      return [
        c * re - s * im + free[at]! * Math.cos(phi[at]!),
        c * im + s * re + free[at]! * Math.sin(phi[at]!),
      ] as const;
    });
    for (let n = 0; n < size; n++) {
      let sample = 0;
      spectrum.forEach(([re, im], k) => {
        const angle = (2 * Math.PI * k * n) / size;
        const twice = k === 0 || k === bins - 1 ? 1 : 2;
        sample += (twice * (re * Math.cos(angle) - (twice === 1 ? 0 : im * Math.sin(angle)))) / size;
      });
      output[frame * hop + n] = output[frame * hop + n]! + (sample * hann(n)) / 1.5;
    }
  }
  return Array.from(output.subarray(2 * hop, (frames + 2) * hop));
}

/** Every harmonic below half the rate summed one by one; phases count from the model's 24 kHz samples. */
function slowPulses(f0: Float32Array, hop: number, rateHz: number): number[] {
  let cycles = 0;
  return Array.from({ length: f0.length * hop }, (_, n) => {
    const place = (n + rateHz / 48000) / hop - 0.5;
    const at = (i: number): number => f0[Math.min(Math.max(i, 0), f0.length - 1)]!;
    const pitch =
      at(Math.floor(place)) + (at(Math.floor(place) + 1) - at(Math.floor(place))) * (place - Math.floor(place));
    const hz = Math.max(pitch, 40);
    const now = cycles + hz / 24000;
    cycles += hz / rateHz;
    let sum = 0;
    for (let h = 1; pitch > 40 && h * hz <= rateHz / 2 - 1; h++) sum += Math.cos(2 * Math.PI * h * now);
    return sum;
  });
}

const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

describe.each(['ts', 'wasm'] as const)('the vocoder as %s', (form) => {
  it.each([8000, 16000] as const)('follows its formula at %i Hz', (rateHz) => {
    const vocoder = createVocoder(rateHz, form);
    const frames = makeFrames(10, vocoder.bins);
    const fast = joined(vocoder.render(frames, { ...whole, endFrame: 10 }));
    const slow = slowly(frames, rateHz);
    expect(fast).toHaveLength(slow.length);
    const error = rms(fast.map((sample, i) => sample - slow[i]!));
    expect(error / rms(slow)).toBeLessThan(0.003);
  });

  it('returns the same samples for any chunks, and at every run', () => {
    const vocoder = createVocoder(8000, form);
    const frames = makeFrames(40, vocoder.bins, true);
    const once = joined(vocoder.render(frames, { ...whole, endFrame: 40 }));
    const cut = [...vocoder.render(frames, { startFrame: 0, endFrame: 40, pieceFrames: [3, 5, 7] })];
    expect(cut.map((piece) => piece.length / 100)).toEqual([3, 5, 7, 7, 7, 7, 4]);
    expect(joined(cut)).toEqual(once);
    expect(joined(createVocoder(8000, form).render(frames, { ...whole, endFrame: 40 }))).toEqual(once);
  });

  it('renders a part exactly as in the whole', () => {
    const vocoder = createVocoder(8000, form);
    const frames = makeFrames(40, vocoder.bins, true);
    const once = joined(vocoder.render(frames, { ...whole, endFrame: 40 }));
    const part = joined(vocoder.render(frames, { startFrame: 12, endFrame: 30, pieceFrames: [8] }));
    expect(part).toEqual(once.slice(1200, 3000));
  });

  it('renders two clauses alternately without mixing them', () => {
    const vocoder = createVocoder(8000, form);
    const frames = makeFrames(20, vocoder.bins);
    const alone = joined(vocoder.render(frames, { ...whole, endFrame: 20 }));
    const [a, b] = [1, 2].map(() => vocoder.render(frames, { startFrame: 0, endFrame: 20, pieceFrames: [4] }));
    const [left, right]: [Float32Array[], Float32Array[]] = [[], []];
    for (let i = 0; i < 5; i++) {
      left.push(a!.next().value as Float32Array);
      right.push(b!.next().value as Float32Array);
    }
    expect(joined(left)).toEqual(alone);
    expect(joined(right)).toEqual(alone);
  });

  it('adds noise of the requested strength', () => {
    const vocoder = createVocoder(8000, form);
    const silent = { ...makeFrames(60, vocoder.bins), f0: new Float32Array(60) };
    const frames = { ...silent, free: silent.free.map(() => 0), noise: silent.noise.map(() => 10) };
    // Independent bins of variance 2 x 100, half the spectrum, two thirds left by the overlap.
    const expected = Math.sqrt((2 * 200 * 201) / 400 ** 2 / 1.5);
    const level = rms(joined(vocoder.render(frames, { ...whole, startFrame: 5, endFrame: 55 })));
    expect(level / expected).toBeGreaterThan(0.95);
    expect(level / expected).toBeLessThan(1.05);
  });
});

describe('the pulse train', () => {
  it('is silent without pitch', () => {
    const out = new Float32Array(800);
    createPulseTrain({ f0: new Float32Array(8).fill(30), hop: 100, rateHz: 8000, maxHz: 3999 }).next(out);
    expect(out.every((sample) => sample === 0)).toBe(true);
  });

  it('repeats at its pitch, with harmonics of unit amplitude up to the limit', () => {
    const out = new Float32Array(800);
    createPulseTrain({ f0: new Float32Array(8).fill(200), hop: 100, rateHz: 8000, maxHz: 3000 }).next(out);
    const amplitude = (hz: number): number => {
      const at = (of: (x: number) => number) =>
        out.reduce((sum, x, n) => sum + x * of((2 * Math.PI * hz * n) / 8000), 0);
      return (2 * Math.hypot(at(Math.cos), at(Math.sin))) / out.length;
    };
    for (const hz of [200, 1000, 3000]) expect(amplitude(hz)).toBeCloseTo(1, 3);
    for (const hz of [100, 300, 3200, 3600]) expect(amplitude(hz)).toBeLessThan(0.001);
  });
});

describe('the transforms', () => {
  it('return their input, three hops in', () => {
    const next = numbers(3);
    const signal = Float32Array.from({ length: 2000 }, () => next() - 0.5);
    const stft = createStft(periodicHann(400));
    const inverse = createInverseStft(100);
    const [re, im] = [new Float32Array(stft.bins), new Float32Array(stft.bins)];
    const out = new Float32Array(1600);
    for (let hop = 0; hop < 16; hop++) {
      stft.analyse(signal, hop * 100, re, im);
      inverse.push(re, im, out, hop * 100);
    }
    for (let n = 300; n < 1600; n++) expect(out[n]).toBeCloseTo(signal[n]!, 5);
  });
});
