import { describe, expect, it } from 'vitest';
import { createLogMel } from '../../media/dsp/log-mel.ts';
import { logMelFormat } from '../../media/dsp/mel-analysis.ts';
import { createRandom } from '../whisper/synthetic-model.ts';

const { bands, hopSamples, windowSamples, rateHz } = logMelFormat;

/** The definition, slowly: reflected edges, periodic Hann window, power spectrum, Slaney's mel triangles of unit area, log10. */
function slowLogMel(samples: Float32Array, frames: number): number[][] {
  const length = frames * hopSamples;
  const at = (n: number): number => samples[n < 0 ? -n : n >= length ? 2 * (length - 1) - n : n] ?? 0;
  const edges = Array.from({ length: bands + 2 }, (_, i) => hzOf((melOf(8000) * i) / (bands + 1)));
  const mel = Array.from({ length: bands }, () => Array.from({ length: frames }, () => 0));
  for (let t = 0; t < frames; t += 1) {
    const power = Array.from({ length: windowSamples / 2 + 1 }, (_, k) => {
      let [re, im] = [0, 0];
      for (let n = 0; n < windowSamples; n += 1) {
        const sample = at(t * hopSamples + n - windowSamples / 2) * Math.sin((Math.PI * n) / windowSamples) ** 2;
        re += sample * Math.cos((2 * Math.PI * k * n) / windowSamples);
        im += sample * Math.sin((2 * Math.PI * k * n) / windowSamples);
      }
      return re * re + im * im;
    });
    for (let band = 0; band < bands; band += 1) {
      const [low, centre, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!];
      const energy = power.reduce((sum, value, k) => {
        const hz = (k * rateHz) / windowSamples;
        return (
          sum +
          value * Math.max(0, Math.min((hz - low) / (centre - low), (high - hz) / (high - centre))) * (2 / (high - low))
        );
      }, 0);
      mel[band]![t] = Math.log10(Math.max(1e-10, energy));
    }
  }
  const floor = Math.max(...mel.flat()) - 8;
  return mel.map((row) => row.map((value) => (Math.max(value, floor) + 4) / 4));
}

const melOf = (hz: number): number => (hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4));
const hzOf = (mel: number): number => (mel < 15 ? (200 * mel) / 3 : 1000 * 6.4 ** ((mel - 15) / 27));

describe.each(['ts', 'wasm'] as const)('log-mel as %s', (form) => {
  const random = createRandom(11);
  const noise = Float32Array.from({ length: 12 * hopSamples }, (_, n) => 0.3 * random() + 0.4 * Math.sin(n / 5));

  it.each([
    ['audio that fills the frames', 12 * hopSamples, 12],
    ['audio that ends within them', 7 * hopSamples + 33, 12],
    ['audio that is longer', 12 * hopSamples, 9],
  ])('is what its definition says for %s', (_, length, frames) => {
    const samples = noise.subarray(0, length);
    const fast = createLogMel(rateHz, form).compute(samples, frames);
    const slow = slowLogMel(samples, frames).flat();
    expect(fast).toHaveLength(bands * frames);
    for (let i = 0; i < slow.length; i += 1) expect(Math.abs(fast[i]! - slow[i]!)).toBeLessThan(1e-4);
  });

  it('puts a tone in the band of its pitch', () => {
    const tone = Float32Array.from({ length: 20 * hopSamples }, (_, n) => Math.sin((2 * Math.PI * 500 * n) / rateHz));
    const mel = createLogMel(rateHz, form).compute(tone, 20);
    const column = Array.from({ length: bands }, (_, band) => mel[band * 20 + 10]!);
    const centres = column.map((_, band) => hzOf((melOf(8000) * (band + 1)) / (bands + 1)));
    expect(Math.abs(centres[column.indexOf(Math.max(...column))]! - 500)).toBeLessThan(40);
  });

  it('is the same for 8 kHz audio as for that audio at 16 kHz', () => {
    const tones = (rate: number) =>
      Float32Array.from({ length: (40 * rate) / 100 }, (_, n) => {
        const at = n / rate;
        return (
          0.3 * Math.sin(2 * Math.PI * 440 * at) +
          0.2 * Math.sin(2 * Math.PI * 1900 * at) +
          0.1 * Math.sin(2 * Math.PI * 3100 * at)
        );
      });
    const narrow = createLogMel(8000, form).compute(tones(8000), 40);
    const wide = createLogMel(rateHz, form).compute(tones(16_000), 40);
    for (let band = 0; band < bands; band += 1) {
      for (let t = 4; t < 36; t += 1)
        expect(Math.abs(narrow[band * 40 + t]! - wide[band * 40 + t]!)).toBeLessThan(0.02);
    }
  });

  it('does not depend on earlier audio', () => {
    const logMel = createLogMel(rateHz, form);
    const first = logMel.compute(noise, 12);
    logMel.compute(new Float32Array(3000), 20);
    expect(logMel.compute(noise, 12)).toEqual(first);
    expect(new Set(logMel.compute(new Float32Array(0), 5))).toEqual(new Set([Math.fround((Math.fround(-10) + 4) / 4)]));
  });
});
