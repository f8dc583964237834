import { expect, test } from 'vitest';
import { soundsLikeTwo, twoVoices, type VoiceRun } from '../../media/speaker/two-voices.ts';

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

test.each([
  [2, 0.75, false],
  [2, 0.6, true],
  [8, 0.8, false],
  [8, 0.7, true],
  [20, 0.85, true],
])('%i runs of voices that are %f alike are of two people: %s', (count, alike, isTwo) => {
  const runs = Array.from({ length: count }, (_, index) => {
    const vector = new Float32Array(256);
    vector[0] = index % 2 === 0 ? 1 : alike;
    vector[1] = index % 2 === 0 ? 0 : Math.sqrt(1 - alike ** 2);
    return { startMs: index * 2000, endMs: index * 2000 + 1800, vector };
  });
  expect(twoVoices(runs) !== undefined).toBe(isTwo);
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
  const runs = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((turn) => [
    at(turn * 4, 2400, voices[turn % 2 === 0 ? 0 : 1]),
    ...[1, 2, 3].map((index) => at(turn * 4 + index, 600, between)),
  ]);
  const spans = twoVoices(runs);
  expect([0, 4, 8, 12].map((index) => spans?.[index]?.voice)).toEqual([0, 1, 0, 1]);
});

/** Returns windows of two parts whose mean directions have this similarity. */
function windowsOf(count: number, similarity: number): Float32Array[] {
  return Array.from({ length: count }, (_, at) => {
    const vector = new Float32Array(256);
    const isSecond = at >= count / 2;
    vector[0] = isSecond ? similarity : 1;
    vector[1] = isSecond ? Math.sqrt(1 - similarity ** 2) : 0;
    return vector;
  });
}

test.each([
  [7, 0.8, false],
  [7, 0.7, true],
  [12, 0.8, false],
  [12, 0.7, true],
  [30, 0.8, true],
  [30, 0.85, false],
])('a clip of %i windows whose parts are %f alike sounds like two people: %s', (count, similarity, isTwo) => {
  expect(soundsLikeTwo(windowsOf(count, similarity))).toBe(isTwo);
});

test('a small part of a clip that sounds different is not a second person', () => {
  const windows = [
    ...windowsOf(2, 0.5).slice(1),
    ...Array.from({ length: 19 }, () => windowsOf(2, 0.5)[0] as Float32Array),
  ];
  expect(soundsLikeTwo(windows)).toBe(false);
});
