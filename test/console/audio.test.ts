import { describe, expect, test } from 'vitest';
import { createFramer } from '../../client/audio/framer.ts';
import { frameLevelDbfs, levelDbfs, meterShare } from '../../client/audio/level.ts';
import { createPlayout, type Playout } from '../../client/audio/playout.ts';
import { createRateReader } from '../../client/audio/rate-reader.ts';

const tone = (hz: number, rateHz: number, length: number, amplitude = 0.5): Float32Array =>
  Float32Array.from({ length }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz));

const rms = (samples: ArrayLike<number>): number =>
  Math.sqrt(Array.from(samples).reduce((sum, x) => sum + x * x, 0) / samples.length);

const decibels = (ratio: number): number => 20 * Math.log10(ratio);

/** What a microphone of this rate gives to the line, without the filter's ends. */
function captured(samples: Float32Array, fromHz: number): number[] {
  const out: number[] = [];
  const framer = createFramer({
    fromHz,
    toHz: 16_000,
    frameSamples: 320,
    onFrame: (frame) => out.push(...Array.from(frame, (sample) => sample / 32767)),
  });
  for (let i = 0; i + 128 <= samples.length; i += 128) framer.push(samples.subarray(i, i + 128));
  return out.slice(320, -320);
}

describe.each([44_100, 48_000, 96_000, 16_000, 8000])('a microphone at %i Hz', (fromHz) => {
  test('passes speech unchanged', () => {
    const hz = fromHz === 8000 ? 3000 : 6000;
    const out = captured(tone(hz, fromHz, fromHz), fromHz);
    expect(Math.abs(decibels(rms(out) / rms(tone(hz, fromHz, fromHz))))).toBeLessThan(0.1);
    expect(out.length / 16_000).toBeCloseTo(1 - 0.06, 1);
  });
});

test.each([44_100, 48_000, 96_000])('at %i Hz folds nothing above the band back into it', (fromHz) => {
  expect(decibels(rms(captured(tone(10_000, fromHz, fromHz), fromHz)) / 0.35)).toBeLessThan(-65);
});

test('clips loud input', () => {
  const out = captured(tone(400, 48_000, 48_000, 3), 48_000);
  expect(Math.max(...out)).toBe(1);
  expect(rms(out)).toBeGreaterThan(0.8);
});

test('a rate reader reads the same signal at the other rate, sample by sample', () => {
  const reader = createRateReader({ fromHz: 16_000, toHz: 48_000, capacity: 16_000 });
  reader.write(tone(1000, 16_000, 1600));
  const out: number[] = [];
  while (reader.ready) out.push(reader.read());
  const expected = tone(1000, 48_000, out.length);
  const worst = Math.max(...out.slice(300).map((sample, i) => Math.abs(sample - (expected[i + 300] as number))));
  expect(worst).toBeLessThan(0.001);
});

test('a rate reader reads only as much as it has room for', () => {
  const reader = createRateReader({ fromHz: 16_000, toHz: 16_000, capacity: 100 });
  expect(reader.write(new Float32Array(80))).toBe(80);
  expect(reader.write(new Float32Array(80))).toBe(20);
});

describe('the playout buffer', () => {
  const deviceHz = 48_000;
  const speech = (ms: number, value = 8000): Int16Array => new Int16Array(16 * ms).fill(value);
  const open = (): Playout => createPlayout({ sourceHz: 16_000, deviceHz });

  /** Plays for some time: the samples that left, and the marks with when they passed. */
  function play(playout: Playout, ms: number): { out: number[]; marks: Record<string, number> } {
    const out: number[] = [];
    const marks: Record<string, number> = {};
    const quantum = new Float32Array(128);
    while (out.length < (ms * deviceHz) / 1000) {
      for (const name of playout.pull(quantum)) marks[name] = ((out.length + 128) * 1000) / deviceHz;
      out.push(...quantum);
    }
    return { out, marks };
  }
  const audibleMs = (out: readonly number[]): number => (out.filter((x) => Math.abs(x) > 0.1).length * 1000) / deviceHz;

  test('waits for its cushion, then plays everything', () => {
    const playout = open();
    playout.push(speech(20));
    expect(audibleMs(play(playout, 20).out)).toBe(0);
    playout.push(speech(60));
    playout.mark('end');
    expect(audibleMs(play(playout, 200).out)).toBeCloseTo(80, 0);
    expect(playout.counters).toMatchObject({ gaps: 0, refusedSamples: 0 });
    expect((playout.counters.playedSamples * 1000) / deviceHz).toBeCloseTo(80, 0);
  });

  test('acknowledges a mark when the last sample before it has played', () => {
    const playout = open();
    playout.push(speech(100));
    playout.mark('first');
    playout.push(speech(60));
    playout.mark('second');
    const { marks } = play(playout, 300);
    expect(marks.first).toBeGreaterThanOrEqual(100);
    expect(marks.first).toBeLessThan(106);
    expect(marks.second).toBeGreaterThanOrEqual(160);
    expect(marks.second).toBeLessThan(166);
  });

  test('plays a phrase shorter than the cushion without waiting', () => {
    const playout = open();
    playout.push(speech(10));
    playout.mark('yes');
    expect(play(playout, 40).marks.yes).toBeLessThan(20);
  });

  test('plays a single piece without a mark', () => {
    const playout = open();
    playout.push(speech(20));
    expect(audibleMs(play(playout, 200).out)).toBeCloseTo(20, 0);
  });

  test('counts an underrun inside a phrase as a gap, not between phrases, and then enlarges its cushion', () => {
    const playout = open();
    playout.push(speech(60));
    playout.mark('whole');
    play(playout, 200);
    expect(playout.counters.gaps).toBe(0);
    playout.push(speech(60));
    play(playout, 200);
    expect(playout.counters.gaps).toBe(1);
    playout.push(speech(50));
    expect(audibleMs(play(playout, 20).out)).toBe(0);
    playout.push(speech(10));
    expect(audibleMs(play(playout, 20).out)).toBeGreaterThan(10);
  });

  test('clears within 5 ms without a click, including marks', () => {
    const playout = open();
    playout.push(speech(500));
    playout.mark('never');
    const before = play(playout, 100).out;
    playout.clear();
    const { out, marks } = play(playout, 600);
    expect(audibleMs(before)).toBeGreaterThan(95);
    expect(out.slice((5 * deviceHz) / 1000 + 128).every((x) => x === 0)).toBe(true);
    const steps = out.slice(1).map((x, i) => Math.abs(x - (out[i] as number)));
    expect(Math.max(...steps)).toBeLessThan(0.01);
    expect(marks).toEqual({});
    expect(playout.counters.gaps).toBe(0);
  });

  test('plays everything after a clear', () => {
    const playout = open();
    playout.push(speech(500));
    play(playout, 100);
    playout.clear();
    playout.push(speech(80, -8000));
    playout.mark('after');
    const { out, marks } = play(playout, 300);
    expect((out.filter((x) => x < -0.1).length * 1000) / deviceHz).toBeCloseTo(80, 0);
    expect(marks.after).toBeLessThan(95);
  });

  test('accepts a clear without content', () => {
    const playout = open();
    playout.clear();
    playout.push(speech(60));
    playout.mark('end');
    expect(play(playout, 200).marks.end).toBeLessThan(70);
  });

  test('rejects audio without room from a server that does not pace', () => {
    const playout = open();
    playout.push(speech(40_000));
    expect(playout.counters.refusedSamples).toBe(16 * 10_000);
  });
});

test('levels are in dBFS with a floor of -60', () => {
  expect(frameLevelDbfs(new Int16Array(320))).toBe(-60);
  expect(frameLevelDbfs(new Int16Array(320).fill(-32768))).toBe(0);
  expect(levelDbfs(320 * 0.25, 320)).toBeCloseTo(-6.02, 2);
  expect(frameLevelDbfs(new Int16Array(0))).toBe(-60);
  expect([-60, -30, 0, 6].map(meterShare)).toEqual([0, 0.5, 1, 1]);
});
