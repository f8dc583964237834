import { expect, test } from 'vitest';
import { overLine } from '../../media/call/practice/line-quality.ts';

const rateHz = 16_000;
const packetSamples = 320;
const dbfs = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
/** A second of a tone between two half seconds of silence. */
const clip = {
  rateHz,
  samples: Float32Array.from({ length: 2 * rateHz }, (_, at) =>
    at >= rateHz / 2 && at < 1.5 * rateHz ? 0.4 * Math.sin((2 * Math.PI * 440 * at) / rateHz) : 0,
  ),
};
const middle = (samples: Float32Array): Float32Array => samples.subarray(rateHz / 2, 1.5 * rateHz);
/** A minute of a silent customer, packet by packet. */
function silence(quality: 'noisy' | 'poor', seed: number) {
  const { distort } = overLine(quality, seed);
  return Array.from({ length: 3000 }, () => distort?.(new Float32Array(packetSamples)) as Float32Array);
}

test('a clear line changes nothing', () => {
  const { level, distort } = overLine('clear', 1);
  expect(level(clip)).toBe(clip);
  expect(distort).toBeUndefined();
});

test('noise is as far below the voice as the preset says, and continues while nobody speaks', () => {
  for (const [quality, signalToNoiseDb] of [
    ['noisy', 15],
    ['poor', 8],
  ] as const) {
    const voiceDbfs = dbfs(middle(overLine(quality, 1).level(clip).samples));
    const heard = silence(quality, 1).filter((packet) => packet.some((sample) => sample !== 0));
    expect(heard.length).toBeGreaterThan(2700);
    const levels = heard.map(dbfs);
    const noiseDbfs = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    expect(Math.abs(voiceDbfs - noiseDbfs - signalToNoiseDb)).toBeLessThan(0.5);
    // No gap between utterances, and none louder.
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(8);
  }
});

test('a poor line loses one to three packets in a row, about four in a hundred', () => {
  const isLost = silence('poor', 7).map((packet) => packet.every((sample) => sample === 0));
  expect(silence('noisy', 7).some((packet) => packet.every((sample) => sample === 0))).toBe(false);
  const lost = isLost.filter(Boolean).length;
  expect(lost / isLost.length).toBeGreaterThan(0.025);
  expect(lost / isLost.length).toBeLessThan(0.055);
  const bursts = isLost
    .map((gone) => (gone ? 'x' : ' '))
    .join('')
    .match(/x+/g);
  const lengths = new Set(bursts?.map(({ length }) => length));
  expect([1, 2, 3].every((length) => lengths.has(length))).toBe(true);
});

test('a line is the same for the same seed and another for another', () => {
  expect(silence('poor', 5)).toEqual(silence('poor', 5));
  expect(silence('poor', 6)).not.toEqual(silence('poor', 5));
});
