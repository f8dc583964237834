import { expect, test } from 'vitest';
import { twoVoices, type VoiceRun } from '../../media/speaker/two-voices.ts';

/** A run whose vector lies near an axis of its voice, a little off by a number of its own. */
function run(voice: 0 | 1, index: number, off = 0.2): VoiceRun {
  const vector = new Float32Array(256);
  vector[voice] = 1;
  vector[10 + index] = off;
  const length = Math.hypot(1, off);
  return { startMs: index * 2000, endMs: index * 2000 + 1800, vector: vector.map((value) => value / length) };
}

test('twoVoices gives each run one of two voices, and the one that speaks first is voice 0', () => {
  const voices = [1, 0, 1, 0, 0, 1] as const;
  const spans = twoVoices(voices.map((voice, index) => run(voice, index)));
  expect(spans?.map(({ voice }) => voice)).toEqual([0, 1, 0, 1, 1, 0]);
  expect(spans?.every(({ confidence }) => confidence > 0.8)).toBe(true);
});

test('one voice is not divided in two', () => {
  expect(twoVoices([0, 1, 2, 3, 4].map((index) => run(0, index)))).toBeUndefined();
  expect(twoVoices([run(0, 0)])).toBeUndefined();
});

test('short runs between two similar voices do not make them one', () => {
  const alike = 0.88;
  const voices = [
    [1, 0],
    [alike, Math.sqrt(1 - alike ** 2)],
  ] as const;
  const between = [voices[0][0] + voices[1][0], voices[0][1] + voices[1][1]] as const;
  const at = (index: number, ms: number, [x, y]: readonly [number, number]): VoiceRun => {
    const vector = new Float32Array(256);
    const length = Math.hypot(x, y);
    vector[0] = x / length;
    vector[1] = y / length;
    return { startMs: index * 3000, endMs: index * 3000 + ms, vector };
  };
  const runs = [0, 1, 2, 3].flatMap((turn) => [
    at(turn * 4, 2400, voices[turn % 2 === 0 ? 0 : 1]),
    ...[1, 2, 3].map((index) => at(turn * 4 + index, 600, between)),
  ]);
  const spans = twoVoices(runs);
  expect([0, 4, 8, 12].map((index) => spans?.[index]?.voice)).toEqual([0, 1, 0, 1]);
});
