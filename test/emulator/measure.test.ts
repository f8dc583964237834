import { describe, expect, test } from 'vitest';
import { speechBounds } from '../../media/emulator/audible.ts';
import { apartFrom } from '../../media/emulator/gaps.ts';
import { type MeasureInput, measureTurns, type SaidLine } from '../../media/emulator/measure.ts';

const rateHz = 1000;
const line = (kind: 'turn' | 'barge_in', fromMs: number, toMs: number): SaidLine => {
  const span = { startSample: fromMs, endSample: toMs };
  return { label: `${fromMs}`, kind, place: { clip: span, speech: span }, waitTimedOut: false };
};
const spans = (...pairs: [number, number][]) => pairs.map(([startSample, endSample]) => ({ startSample, endSample }));
const measure = (input: Partial<MeasureInput>) =>
  measureTurns({ rateHz, lines: [], audible: [], clearsMs: [], underruns: [], pauses: [], endMs: 60_000, ...input });

describe('a turn', () => {
  test('has a latency from the true end of speech to the first audible sample', () => {
    const [first, second] = measure({
      lines: [line('turn', 2000, 4000), line('turn', 7000, 8000)],
      audible: spans([0, 1500], [4380, 6000], [8500, 9000]),
    });
    expect(first).toMatchObject({ latencyMs: 380, cutIn: false, collision: false, bargeIn: undefined });
    expect(second).toMatchObject({ latencyMs: 500 });
  });

  test('has no latency if the agent cuts in before the caller is done', () => {
    const [turn] = measure({ lines: [line('turn', 2000, 4000)], audible: spans([3000, 3500], [4400, 5000]) });
    expect(turn).toMatchObject({ cutIn: true, latencyMs: undefined });
  });

  test('has no cut-in if the agent was speaking already or began with the caller', () => {
    for (const audible of [spans([1000, 2300]), spans([2100, 2500])]) {
      expect(measure({ lines: [line('turn', 2000, 4000)], audible })[0]).toMatchObject({
        cutIn: false,
        collision: true,
        latencyMs: undefined,
      });
    }
  });

  test('has no latency without an answer before the next line', () => {
    const turns = measure({ lines: [line('turn', 0, 1000), line('turn', 3000, 4000)], audible: spans([4200, 5000]) });
    expect(turns.map((turn) => turn.latencyMs)).toEqual([undefined, 200]);
  });

  test('includes silences inside the answer', () => {
    const [first, second] = measure({
      lines: [line('turn', 0, 1000), line('turn', 5000, 6000)],
      audible: spans([1400, 3000], [6400, 9000]),
      underruns: [
        { atMs: 2000, gapMs: 30 },
        { atMs: 7000, gapMs: 20 },
        { atMs: 7500, gapMs: 10 },
      ],
      pauses: [
        { atMs: 2500, gapMs: 150 },
        { atMs: 3000, gapMs: 3400 },
      ],
    });
    expect([first?.underruns, second?.underruns]).toEqual([1, 2]);
    expect(first?.longestPauseMs).toBe(150);
  });
});

describe('a barge-in', () => {
  test('is measured from the first sample of speech to the last audible sample, and to the clear', () => {
    const [turn] = measure({
      lines: [line('barge_in', 2000, 3500)],
      audible: spans([500, 2180], [3900, 5000]),
      clearsMs: [2170],
    });
    expect(turn?.bargeIn).toEqual({ stopMs: 180, clearMs: 170, outcome: 'stopped' });
    expect(turn).toMatchObject({ latencyMs: 400, cutIn: false, collision: false });
  });

  test('does not count a short silence between two words as a stop', () => {
    const [turn] = measure({
      lines: [line('barge_in', 2000, 3500)],
      audible: spans([500, 2050], [2200, 2400]),
      clearsMs: [2390],
    });
    expect(turn?.bargeIn).toEqual({ stopMs: 400, clearMs: 390, outcome: 'stopped' });
  });

  test('counts speech over the caller after a stop as a cut-in', () => {
    const [turn] = measure({
      lines: [line('barge_in', 2000, 4000)],
      audible: spans([500, 2150], [2300, 3000]),
      clearsMs: [2150],
    });
    expect(turn).toMatchObject({ cutIn: true, bargeIn: { stopMs: 150, outcome: 'stopped' } });
  });

  test.each([
    ['talks on', spans([500, 9000]), [], { stopMs: 7000, clearMs: undefined, outcome: 'talked_on' }],
    ['runs out', spans([500, 2600]), [], { stopMs: 600, clearMs: undefined, outcome: 'ran_out' }],
    ['was silent', spans([500, 1000]), [], { stopMs: undefined, clearMs: undefined, outcome: 'was_silent' }],
  ])('an agent that %s', (_, audible, clearsMs, expected) => {
    const [turn] = measure({ lines: [line('barge_in', 2000, 3500)], audible, clearsMs });
    expect(turn?.bargeIn).toEqual(expected);
  });
});

describe('the true bounds of speech', () => {
  const make = (parts: [ms: number, level: number][], rate = 8000): Float32Array =>
    Float32Array.from(
      parts.flatMap(([ms, level]) => Array.from({ length: (ms * rate) / 1000 }, (_, i) => level * Math.sin(0.7 * i))),
    );

  test('exclude silence and room noise, and include a weak last sound', () => {
    const samples = make([
      [300, 0.0005],
      [400, 0.3],
      [100, 0.02],
      [300, 0.001],
    ]);
    expect(speechBounds({ samples, rateHz: 8000 })).toEqual({ startSample: 2400, endSample: 6400 });
  });

  test('do not end at a pause', () => {
    const samples = make([
      [200, 0.3],
      [600, 0],
      [200, 0.3],
    ]);
    expect(speechBounds({ samples, rateHz: 8000 })).toEqual({ startSample: 0, endSample: 8000 });
  });

  test('do not exist for silence', () => {
    expect(speechBounds({ samples: new Float32Array(8000), rateHz: 8000 })).toBeUndefined();
    expect(speechBounds({ samples: new Float32Array(0), rateHz: 8000 })).toBeUndefined();
  });
});

test('a gap while the far end was delayed is not attributed to the server', () => {
  const gap = (atMs: number, gapMs: number) => ({ atMs, gapMs });
  const gaps = [gap(100, 20), gap(300, 10), gap(500, 40)];
  expect(apartFrom(gaps, [gap(90, 15), gap(310, 50), gap(530, 5)])).toEqual([gap(300, 10)]);
});
