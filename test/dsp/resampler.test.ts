import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { KernelForm } from '../../media/dsp/kernels/forms.ts';
import { createResampler, resample } from '../../media/dsp/resampler.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { isFault } from '../../media/line/fault.ts';
import { firstDifference } from '../first-difference.ts';

const rates = [8000, 16000, 22050, 24000, 44100, 48000];
const pairs = rates.flatMap((from) => rates.filter((to) => to !== from).map((to) => [from, to] as const));

function tone(frequencyHz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(rateHz * seconds) }, (_, i) =>
    Math.sin((2 * Math.PI * frequencyHz * i) / rateHz),
  );
}

/** Least-squares fit of one tone; `restDb` is all else, relative to a full-scale tone. The edges are left out. */
function measureTone(samples: Float32Array, frequencyHz: number, rateHz: number): { gainDb: number; restDb: number } {
  const edge = Math.ceil(rateHz * 0.02);
  const inner = samples.subarray(edge, samples.length - edge);
  let cc = 0;
  let ss = 0;
  let cs = 0;
  let xc = 0;
  let xs = 0;
  inner.forEach((x, i) => {
    const c = Math.cos((2 * Math.PI * frequencyHz * i) / rateHz);
    const s = Math.sin((2 * Math.PI * frequencyHz * i) / rateHz);
    cc += c * c;
    ss += s * s;
    cs += c * s;
    xc += x * c;
    xs += x * s;
  });
  const determinant = cc * ss - cs * cs;
  const a = (xc * ss - xs * cs) / determinant;
  const b = (xs * cc - xc * cs) / determinant;
  let rest = 0;
  inner.forEach((x, i) => {
    const angle = (2 * Math.PI * frequencyHz * i) / rateHz;
    rest += (x - a * Math.cos(angle) - b * Math.sin(angle)) ** 2;
  });
  return {
    gainDb: 10 * Math.log10(a * a + b * b),
    restDb: 10 * Math.log10((2 * rest) / inner.length + 1e-20),
  };
}

const powerDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length + 1e-20);

const resampleAs =
  (form: KernelForm) =>
  (samples: Float32Array, fromHz: number, toHz: number): Float32Array =>
    resample(samples, fromHz, toHz, form);

describe.each(['ts', 'wasm'] as const)('the resampler as %s', (form) => {
  describe.each(pairs)('%i to %i Hz', (fromHz, toHz) => {
    const nyquistHz = Math.min(fromHz, toHz) / 2;

    it('is flat to 0.1 dB up to 0.9 of the Nyquist frequency, with images and distortion below -70 dB', () => {
      for (const part of [0.01, 0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.85, 0.9]) {
        const out = resampleAs(form)(tone(part * nyquistHz, fromHz, 0.25), fromHz, toHz);
        const { gainDb, restDb } = measureTone(out, part * nyquistHz, toHz);
        expect(Math.abs(gainDb)).toBeLessThan(0.1);
        expect(restDb).toBeLessThan(-70);
      }
    });

    it('rejects by 70 dB what the lower rate cannot represent', () => {
      if (fromHz < toHz) return;
      for (const part of [1.1, 1.2, 1.35, 1.6, 2.3].filter((part) => part * nyquistHz < fromHz / 2)) {
        const out = resampleAs(form)(tone(part * nyquistHz, fromHz, 0.25), fromHz, toHz);
        const edge = Math.ceil(toHz * 0.02);
        expect(powerDb(out.subarray(edge, out.length - edge)) + 3).toBeLessThan(-70);
      }
    });

    it('returns the same samples for a stream in any chunks, after the stated delay', () => {
      const input = tone(0.3 * nyquistHz, fromHz, 0.2);
      const stream = createResampler(fromHz, toHz, form);
      expect(stream.delaySamples / toHz).toBeLessThan(0.003);
      const pieces: Float32Array[] = [];
      for (let at = 0, size = 1; at < input.length; at += size, size = (size * 7) % 641) {
        pieces.push(stream.process(input.subarray(at, at + size)));
      }
      pieces.push(stream.flush());
      const out = joinSamples(pieces);
      const whole = createResampler(fromHz, toHz, form);
      expect(firstDifference(out, joinSamples([whole.process(input), whole.flush()]))).toBe(-1);
      expect(Math.abs(out.length - (input.length * toHz) / fromHz - stream.delaySamples)).toBeLessThanOrEqual(1);
      const edge = Math.ceil(toHz * 0.03);
      const errors = out.map((sample, i) =>
        Math.abs(sample - Math.sin((2 * Math.PI * 0.3 * nyquistHz * (i - stream.delaySamples)) / toHz)),
      );
      expect(errors.length).toBeGreaterThan(2 * edge);
      expect(Math.max(...errors.subarray(edge, -edge))).toBeLessThan(0.012);
    });
  });

  describe('a clip', () => {
    it('has exactly the length of its duration, and stays in place', () => {
      for (const [fromHz, toHz] of pairs) {
        for (const length of [0, 1, 2, 159, 160, 4001]) {
          expect(resampleAs(form)(new Float32Array(length), fromHz, toHz).length).toBe(
            Math.round((length * toHz) / fromHz),
          );
        }
        const click = new Float32Array(Math.round(fromHz / 10));
        click[Math.round(fromHz / 20)] = 1;
        const out = resampleAs(form)(click, fromHz, toHz);
        const peak = out.indexOf(Math.max(...out));
        expect(Math.abs(peak - toHz / 20)).toBeLessThanOrEqual(2);
      }
    });

    it('preserves a constant', () => {
      const out = resampleAs(form)(new Float32Array(8000).fill(0.5), 8000, 22050);
      expect(Math.max(...out.subarray(200, -200).map((x) => Math.abs(x - 0.5)))).toBeLessThan(1e-6);
    });
  });

  describe('a stream', () => {
    it('returns one whole frame for each whole frame', () => {
      const up = createResampler(8000, 24000, form);
      const down = createResampler(48000, 16000, form);
      for (let frame = 0; frame < 5; frame++) {
        expect(up.process(new Float32Array(160)).length).toBe(480);
        expect(down.process(new Float32Array(960)).length).toBe(320);
      }
    });

    it('restarts after a flush', () => {
      const stream = createResampler(8000, 16000, form);
      const input = tone(440, 8000, 0.05);
      const first = stream.process(input);
      stream.flush();
      expect(stream.process(input)).toEqual(first);
    });

    it('copies equal rates', () => {
      const stream = createResampler(8000, 8000, form);
      const input = tone(440, 8000, 0.02);
      const out = stream.process(input);
      expect(out).toEqual(input);
      expect(out.buffer).not.toBe(input.buffer);
      expect(stream.delaySamples).toBe(0);
    });

    it('rejects rates without a filter, by name', () => {
      for (const [fromHz, toHz] of [
        [0, 8000],
        [8000, -1],
        [8000.5, 8000],
        [191999, 8000],
        [Number.NaN, 8000],
      ] as const) {
        let thrown: unknown;
        try {
          createResampler(fromHz, toHz, form);
        } catch (error) {
          thrown = error;
        }
        expect(isFault(thrown, 'audio_unreadable')).toBe(true);
      }
    });
  });

  interface Oracle {
    create(
      channels: number,
      fromHz: number,
      toHz: number,
      options: { converterType: number },
    ): Promise<{ simple(samples: Float32Array): Float32Array; destroy(): void }>;
    readonly ConverterType: { readonly SRC_SINC_BEST_QUALITY: number };
  }

  describe('against libsamplerate', () => {
    it.each([
      [8000, 16000],
      [24000, 8000],
      [48000, 16000],
      [44100, 8000],
      [22050, 16000],
    ])('agrees on a chirp within the band, %i to %i Hz', async (fromHz, toHz) => {
      const oracle = createRequire(import.meta.url)('@alexanderolsen/libsamplerate-js') as Oracle;
      const nyquistHz = Math.min(fromHz, toHz) / 2;
      const seconds = 0.5;
      const sweepHz = 0.85 * nyquistHz;
      const input = Float32Array.from({ length: Math.round(fromHz * seconds) }, (_, i) => {
        const t = i / fromHz;
        return 0.7 * Math.sin(Math.PI * (sweepHz / seconds) * t * t);
      });
      const reference = await oracle.create(1, fromHz, toHz, {
        converterType: oracle.ConverterType.SRC_SINC_BEST_QUALITY,
      });
      const wanted = reference.simple(input);
      reference.destroy();
      const got = resampleAs(form)(input, fromHz, toHz);
      const edge = Math.ceil(toHz * 0.03);
      const difference = Float32Array.from(
        got.subarray(edge, got.length - edge),
        (x, i) => x - (wanted[i + edge] as number),
      );
      expect(powerDb(difference)).toBeLessThan(-60);
    });
  });
});
