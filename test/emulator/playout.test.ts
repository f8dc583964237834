import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlayout, type PlayoutOptions } from '../../media/emulator/playout.ts';

const rateHz = 8000;
const tone = (ms: number, level = 0.3): Float32Array =>
  Float32Array.from({ length: (ms * rateHz) / 1000 }, (_, i) => level * Math.sin((2 * Math.PI * 440 * i) / rateHz));
const open = (options: Partial<PlayoutOptions> = {}) => createPlayout({ rateHz, bufferMs: 40_000, ...options });

test('audio plays in real time, and a mark is acknowledged after the audio before it', () => {
  const playout = open();
  playout.push(tone(100), 50);
  playout.mark('p1', 50);
  playout.push(tone(40), 60);
  playout.mark('p2', 60);
  expect(playout.nextAckMs()).toBe(150);
  expect(playout.advance(149)).toEqual([]);
  expect(playout.advance(150)).toEqual(['p1']);
  expect(playout.advance(200)).toEqual(['p2']);
  const track = playout.track();
  expect(track).toHaveLength(1600);
  expect(track.subarray(0, 400).every((sample) => sample === 0)).toBe(true);
  expect(track.slice(400, 1200)).toEqual(tone(100));
  expect(track.slice(1200, 1520)).toEqual(tone(40));
  expect(playout.report().marks).toEqual([
    { name: 'p1', playedMs: 150 },
    { name: 'p2', playedMs: 190 },
  ]);
});

test('without marks, a silence longer than a late frame could cause is a pause', () => {
  const playout = open({ longestGapMs: 250 });
  playout.push(tone(20), 0);
  playout.push(tone(20), 50);
  playout.push(tone(20), 400);
  const { underruns, pauses } = playout.report();
  expect(underruns).toEqual([{ atMs: 20, gapMs: 30 }]);
  expect(pauses).toEqual([{ atMs: 70, gapMs: 330 }]);
});

test('a mark without audio before it is acknowledged at once', () => {
  const playout = open();
  playout.mark('empty', 10);
  expect(playout.advance(10)).toEqual(['empty']);
});

test('acknowledgements can be late, repeated or missing', () => {
  const late = open({ acks: { delayMs: 500 } });
  late.push(tone(100), 0);
  late.mark('p', 0);
  expect(late.nextAckMs()).toBe(600);
  expect(late.advance(599)).toEqual([]);
  expect(late.advance(600)).toEqual(['p']);

  const twice = open({ acks: { mode: 'duplicate' } });
  twice.push(tone(100), 0);
  twice.mark('p', 0);
  expect([...twice.advance(110), ...twice.advance(300)]).toEqual(['p', 'p']);

  const never = open({ acks: { mode: 'never' } });
  never.push(tone(100), 0);
  never.mark('p', 0);
  expect(never.nextAckMs()).toBeUndefined();
  expect(never.advance(5000)).toEqual([]);
  expect(never.report().marks).toEqual([{ name: 'p', playedMs: 100 }]);
});

test('a clear drops unplayed audio with its marks, which some providers acknowledge all the same', () => {
  for (const onClear of ['forget', 'acknowledge'] as const) {
    const playout = open({ acks: { onClear } });
    playout.push(tone(1000), 0);
    playout.mark('p', 0);
    playout.clear(300);
    expect(playout.advance(2000)).toEqual(onClear === 'forget' ? [] : ['p']);
    expect(playout.track().findLastIndex((sample) => sample !== 0)).toBe(2399);
    expect(playout.report()).toMatchObject({ clearsMs: [300], marks: [{ name: 'p', playedMs: undefined }] });
    expect(playout.busy).toBe(false);
  }
});

test('a clear that spares the current chunk lets only that chunk finish', () => {
  const playout = open({ clears: 'unstarted' });
  playout.push(tone(200), 0);
  playout.push(tone(200), 0);
  playout.clear(50);
  playout.advance(1000);
  expect(playout.track().findLastIndex((sample) => sample !== 0)).toBe(1599);
  playout.clear(1000);
  playout.push(tone(20), 1000);
  playout.clear(1000);
  playout.advance(1100);
  expect(playout.track().findLastIndex((sample) => sample !== 0)).toBe(1599);
});

test('silence inside a phrase is an underrun, after a mark a pause, after a clear neither', () => {
  const playout = open();
  playout.push(tone(100), 0);
  playout.push(tone(100), 130);
  playout.mark('p1', 130);
  playout.push(tone(100), 400);
  playout.clear(450);
  playout.push(tone(100), 700);
  playout.advance(1000);
  const { underruns, pauses } = playout.report();
  expect(underruns).toEqual([{ atMs: 100, gapMs: 30 }]);
  expect(pauses).toEqual([{ atMs: 230, gapMs: 170 }]);
});

test('the mark at the first frame of a reply closes no phrase', () => {
  const playout = open();
  playout.push(tone(20), 0);
  playout.mark('r1.p1.first', 0);
  playout.push(tone(20), 60);
  playout.mark('r1.p1', 60);
  expect(playout.report()).toMatchObject({ underruns: [{ atMs: 20, gapMs: 40 }], pauses: [] });
});

test('the rest of a spared chunk ends without a gap', () => {
  const playout = open({ clears: 'unstarted' });
  playout.push(tone(200), 0);
  playout.clear(50);
  playout.push(tone(100), 1000);
  playout.push(tone(100), 1130);
  expect(playout.report().underruns).toEqual([{ atMs: 1100, gapMs: 30 }]);
});

test('a mark that arrives after its audio has played still closes the phrase', () => {
  const playout = open();
  playout.push(tone(100), 0);
  playout.mark('p1', 120);
  playout.push(tone(100), 200);
  expect(playout.report()).toMatchObject({ underruns: [], pauses: [{ atMs: 100, gapMs: 100 }] });
});

test('audio beyond the provider’s buffer is dropped and counted', () => {
  const playout = open({ bufferMs: 1000 });
  playout.push(tone(900), 0);
  playout.push(tone(900), 0);
  expect(playout.queuedMs).toBe(1000);
  expect(playout.report().overflowMs).toBe(800);
});

test('only differences that a listener would notice are audible', () => {
  const playout = open();
  playout.push(tone(200, 0.001), 0);
  playout.push(tone(200, 0.2), 200);
  playout.advance(1000);
  expect(playout.report().audible).toEqual([{ startSample: 1600, endSample: 3200 }]);
});

test('for any input, each accepted sample plays once in order, and marks are acknowledged in order', () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 60 }), audioMs: fc.integer({ min: 0, max: 80 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const playout = open();
      const pushed: number[] = [];
      const acks: string[] = [];
      let nowMs = 0;
      for (const [index, { waitMs, audioMs }] of steps.entries()) {
        nowMs += waitMs;
        const samples = Float32Array.from({ length: audioMs * 8 }, (_, i) => (pushed.length + i + 1) / 100_000);
        playout.push(samples, nowMs);
        playout.mark(String(index), nowMs);
        pushed.push(...samples);
        acks.push(...playout.advance(nowMs));
      }
      nowMs += 10_000;
      acks.push(...playout.advance(nowMs));
      expect([...playout.track()].filter((sample) => sample !== 0)).toEqual(pushed);
      expect(acks).toEqual(steps.map((_, index) => String(index)));
      expect(playout.track()).toHaveLength(nowMs * 8);
    }),
    { numRuns: 60 },
  );
});

test('shuffled acknowledgements all arrive, in another order', () => {
  const playout = open({ acks: { mode: 'shuffled', seed: 3 } });
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  for (const name of names) {
    playout.push(tone(100), 0);
    playout.mark(name, 0);
  }
  const acks: string[] = [];
  for (let atMs = 0; atMs <= 3000; atMs += 10) acks.push(...playout.advance(atMs));
  expect([...acks].sort()).toEqual([...names].sort());
  expect(acks).not.toEqual(names);
});
