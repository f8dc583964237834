import { describe, expect, test } from 'vitest';
import { keyTones } from '../../media/call/keys/dtmf.ts';
import { createDtmfDetector } from '../../media/call/keys/dtmf-detector.ts';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { createRandom } from '../../media/emulator/random.ts';

const all = '123A456B789C*0#D';

/** Keys heard over a mu-law line, in pieces of `pieceSamples`. */
function keysIn(samples: Float32Array, rateHz = 8000, pieceSamples = 160): string {
  let keys = '';
  const detector = createDtmfDetector(rateHz, (digit) => (keys += digit));
  const line = rateHz === 8000 ? decodeMulaw(encodeMulaw(samples)) : samples;
  for (let at = 0; at < line.length; at += pieceSamples) detector.push(line.subarray(at, at + pieceSamples));
  return keys;
}

interface Press {
  readonly row?: number;
  readonly column?: number;
  readonly rowDb?: number;
  readonly columnDb?: number;
  readonly offset?: number;
  readonly ms?: number;
  readonly key?: string;
}

/** Key 5 for a while, with silence on either side. */
function press({ row = 770, column = 1336, rowDb = -12, columnDb = -12, offset = 0, ms = 80 }: Press): Float32Array {
  const samples = new Float32Array(1600 + ms * 8);
  for (let i = 0; i < ms * 8; i++) {
    const t = ((2 * Math.PI * i) / 8000) * (1 + offset);
    samples[800 + i] = 10 ** (rowDb / 20) * Math.sin(t * row) + 10 ** (columnDb / 20) * Math.sin(t * column);
  }
  return samples;
}

describe('DTMF tones in the audio', () => {
  test.each([8000, 16000])('our tones are detected at %i Hz, in chunks of any length', (rateHz) => {
    for (const pieceSamples of [1, 160, 320, 1000]) {
      expect(keysIn(keyTones(`${all}5566`, rateHz), rateHz, pieceSamples)).toBe(`${all}5566`);
    }
  });

  test('our tones have the length, level and spacing that receivers need', () => {
    const tones = keyTones('5', 8000);
    const first = tones.findIndex((sample) => sample !== 0);
    const last = tones.findLastIndex((sample) => sample !== 0);
    expect(last - first).toBeGreaterThan(95 * 8);
    expect(tones.length - last).toBeGreaterThanOrEqual(80 * 8);
    const peak = tones.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(0.4);
    expect(peak).toBeLessThan(0.6);
    expect(keyTones('x', 8000).every((sample) => sample === 0)).toBe(true);
  });

  test.each([
    ['short', { ms: 60 }],
    ['long, and told once', { ms: 2000 }],
    ['soft', { rowDb: -32, columnDb: -32 }],
    ['higher by 1.5 %', { offset: 0.015 }],
    ['lower by 1.5 %', { offset: -0.015 }],
    ['the highest key, higher by 1.5 %', { row: 941, column: 1477, offset: 0.015, key: '#' }],
    ['the high tone 4 dB louder', { rowDb: -12, columnDb: -8 }],
    ['the low tone 8 dB louder', { rowDb: -8, columnDb: -16 }],
  ] as [string, Press][])('heard: %s', (_, options) => expect(keysIn(press(options))).toBe(options.key ?? '5'));

  test.each([
    ['too short to be meant', { ms: 20 }],
    ['higher by 4 %', { offset: 0.04 }],
    ['lower by 4 %', { offset: -0.04 }],
    ['the high tone 9 dB louder', { rowDb: -15, columnDb: -6 }],
    ['the low tone 14 dB louder', { rowDb: -6, columnDb: -20 }],
    ['one tone', { columnDb: -90 }],
    ['dial tone', { row: 350, column: 440, ms: 1000 }],
    ['ringing', { row: 440, column: 480, ms: 1000 }],
    ['engaged', { row: 480, column: 620, ms: 1000 }],
  ])('not heard: %s', (_, options) => expect(keysIn(press(options))).toBe(''));

  test('tones are detected in noise 15 dB below', () => {
    const random = createRandom(5);
    const tones = keyTones(all, 8000).map((sample) => sample + (random() - 0.5) * 0.18);
    expect(keysIn(tones)).toBe(all);
  });

  test('speech produces no keys', () => {
    // Two minutes of vowels with formants, gliding over every pitch from 80 to 400 Hz.
    const random = createRandom(9);
    let keys = '';
    const detector = createDtmfDetector(8000, (digit) => (keys += digit));
    for (let vowel = 0; vowel < 400; vowel++) {
      const pitch = 80 + 320 * random();
      const glide = 1 + (random() - 0.5) * 0.4;
      const formants = [300 + 600 * random(), 900 + 1500 * random(), 2300 + 700 * random()];
      const samples = new Float32Array(2400);
      for (let k = 1; k * pitch * 1.2 < 3800; k++) {
        const gain = formants.reduce((sum, f) => sum + 1 / (1 + ((k * pitch - f) / 80) ** 2), 0.02) / Math.sqrt(k);
        const step = (2 * Math.PI * k * pitch) / 8000;
        for (let i = 0; i < 2400; i++)
          samples[i]! += 0.15 * gain * Math.sin(step * i * (1 + ((glide - 1) * i) / 4800) + k);
      }
      detector.push(samples);
    }
    expect(keys).toBe('');
  });
});
