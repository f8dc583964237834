import { expect, it } from 'vitest';
import { createFader } from '../../media/call/output/fader.ts';

const loud = (): Float32Array => new Float32Array(320).fill(0.5);

it('an idle fader returns the same array unchanged', () => {
  const samples = loud();
  expect(createFader(8000).apply(samples)).toBe(samples);
});

it('a fader lowers the level without a click, and leaves its input unchanged', () => {
  const fader = createFader(8000);
  fader.soften(true);
  const samples = loud();
  const out = fader.apply(samples);
  expect(samples[319]).toBe(0.5);
  expect(20 * Math.log10((out[319] as number) / 0.5)).toBeCloseTo(-15, 0);
  for (let i = 1; i < out.length; i++)
    expect(Math.abs((out[i] as number) - (out[i - 1] as number))).toBeLessThan(0.005);
});

it('a fader returns from silence', () => {
  const fader = createFader(8000);
  fader.fadeIn();
  const out = fader.apply(loud());
  expect(out[0]).toBeLessThan(0.01);
  expect(out[319]).toBe(0.5);
});
