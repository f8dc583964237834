import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createConcealer } from '../../media/call/inbound/concealment.ts';
import { createJitterBuffer } from '../../media/call/inbound/jitter-buffer.ts';

const piece = (number: number): Uint8Array => Uint8Array.of(number & 255, number >> 8);

/** What comes out, in order: numbers of pieces, and `-n` for n concealed. `at` is when, for each. */
function open() {
  const out: number[] = [];
  const at: number[] = [];
  let nowMs = 0;
  const note = (value: number): void => {
    out.push(value);
    at.push(nowMs);
  };
  const buffer = createJitterBuffer({
    play: (payload) => note((payload[0] as number) + 256 * (payload[1] as number)),
    conceal: (pieces) => note(-pieces),
  });
  return {
    out,
    at,
    buffer,
    arrive(number: number, atMs: number, told: number | null = number) {
      for (; nowMs < atMs; nowMs += 10) buffer.tick(nowMs);
      nowMs = atMs;
      const payload = piece(number);
      buffer.arrive(payload, told ?? undefined, 20, nowMs);
      // The next message is read into the same memory.
      payload.fill(0xee);
    },
    until(atMs: number) {
      for (; nowMs < atMs; nowMs += 10) buffer.tick(nowMs);
    },
  };
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('the jitter buffer', () => {
  test('passes an orderly stream at once, in bursts or not', () => {
    const { out, at, buffer, arrive } = open();
    for (let number = 1; number <= 100; number++) arrive(number, number <= 50 ? number * 20 : 2000);
    expect(out).toEqual(upTo(100));
    expect(at.slice(0, 50)).toEqual(upTo(50).map((number) => number * 20));
    expect(buffer.report).toMatchObject({ pieces: 100, lost: 0, reordered: 0, numbered: true });
  });

  test('waits for two gaps together, not one after the other', () => {
    const { out, at, arrive, until } = open();
    for (const number of [1, 3, 5, 6]) arrive(number, number * 20);
    until(300);
    expect(out).toEqual([1, -1, 3, -1, 5, 6]);
    // The least window is 50 ms: 3 shows the first gap at 60 ms, 5 the second at 100 ms.
    expect([at[1], at[3]]).toEqual([110, 150]);
  });

  test('restores an overtaken packet; only the packets behind it wait', () => {
    const { out, at, buffer, arrive } = open();
    for (const [number, atMs] of [
      [1, 20],
      [3, 40],
      [2, 60],
      [4, 80],
    ] as const)
      arrive(number, atMs);
    expect(out).toEqual([1, 2, 3, 4]);
    expect(at).toEqual([20, 60, 60, 80]);
    expect(buffer.report).toMatchObject({ lost: 0, reordered: 1, late: 0, windowMs: 20 });
  });

  test('conceals a packet that does not arrive in the window, and then counts it as late', () => {
    const { out, at, buffer, arrive } = open();
    for (const number of [1, 2, 4, 5, 6, 7, 8]) arrive(number, number * 20);
    arrive(3, 165);
    arrive(9, 180);
    expect(out).toEqual([1, 2, -1, 4, 5, 6, 7, 8, 9]);
    expect(at[2]).toBe(130);
    expect(buffer.report).toMatchObject({ lost: 1, late: 1, duplicated: 0 });
  });

  test('widens its window with late packets, and narrows it when there are none', () => {
    const waits: number[] = [];
    const { at, out, arrive } = open();
    let number = 0;
    for (let gap = 0; gap < 30; gap++) {
      for (let i = 0; i < 20; i++) {
        number += 1;
        if (i !== 10) arrive(number, number * 20);
        // In the first half what is missing comes after all, 120 ms later.
        if (i === 16 && gap < 15) arrive(number - 6, number * 20 + 5);
      }
      const place = out.indexOf(-1, out.indexOf(number - 19));
      waits.push(place < 0 ? 0 : (at[place] as number) - (number - 9) * 20 - 20);
    }
    expect(waits[0]).toBeLessThan(60);
    expect(waits.slice(2, 15)).toEqual(new Array(13).fill(0));
    expect(waits[15]).toBeGreaterThan(120);
    expect(waits[29]).toBeLessThan(60);
  });

  test('plays a duplicate once', () => {
    const { out, buffer, arrive } = open();
    for (const number of [1, 2, 2, 4, 4, 3, 1, 5]) arrive(number, 20 * number);
    expect(out).toEqual([1, 2, 3, 4, 5]);
    expect(buffer.report.duplicated).toBe(3);
  });

  test.each([
    ['are always the same', (n: number) => n - n + 7],
    ['count both tracks', (n: number) => 2 * n],
    ['go down', (n: number) => 5000 - n],
    ['are not there', () => null],
  ])('numbers that %s are not believed for long', (_, told) => {
    const { out, buffer, arrive, until } = open();
    for (let number = 1; number <= 500; number++) arrive(number, number * 20, told(number));
    until(11_000);
    expect(out.filter((value) => value > 100)).toEqual(upTo(500, 101));
    expect(buffer.report.numbered).toBe(false);
  });

  test('follows a sequence number that restarts', () => {
    const { out, buffer, arrive } = open();
    for (let number = 5001; number <= 5010; number++) arrive(number, (number - 5000) * 20);
    for (let number = 1; number <= 10; number++) arrive(number, 200 + number * 20);
    expect(out).toEqual([...upTo(5010, 5001), ...upTo(10)]);
    expect(buffer.report).toMatchObject({ lost: 0, numbered: true });
  });

  test('emits packets in order, none twice, and reports missing ones, whatever the network does', () => {
    const event = fc.record({ number: fc.integer({ min: 1, max: 60 }), waitMs: fc.integer({ min: 0, max: 60 }) });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 100 }), (events) => {
        const { out, buffer, arrive, until } = open();
        let atMs = 0;
        for (const { number, waitMs } of events) {
          atMs += waitMs;
          arrive(number, atMs);
          expect(buffer.waitingPieces).toBeLessThanOrEqual(64);
        }
        until(atMs + 1000);
        expect(buffer.waitingPieces).toBe(0);
        if (!buffer.report.numbered) return;
        let place = (out[0] as number) - 1;
        for (const value of out) {
          if (value > 0) expect(value).toBe(place + 1);
          place += Math.abs(value > 0 ? 1 : value);
        }
        expect(out.filter((value) => value > 0).length + buffer.report.duplicated + buffer.report.late).toBe(
          events.length,
        );
      }),
    );
  });
});

describe('concealment', () => {
  const rateHz = 8000;
  const voice = (from: number, count: number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => {
      const t = (2 * Math.PI * 140 * (from + i)) / rateHz;
      return 0.2 * Math.sin(t) + 0.15 * Math.sin(2 * t + 1) + 0.1 * Math.sin(3 * t + 2);
    });
  const steepest = (samples: Float32Array): number =>
    samples.reduce((most, sample, i) => Math.max(most, i === 0 ? 0 : Math.abs(sample - (samples[i - 1] as number))), 0);

  test.each([20, 40, 100, 400])('fills %i ms without a click at either end', (lostMs) => {
    const concealer = createConcealer(rateHz);
    const lost = (lostMs * rateHz) / 1000;
    const before = voice(0, 800);
    for (let at = 0; at < 800; at += 160) concealer.real(before.subarray(at, at + 160));
    const after = voice(800 + lost, 800);
    const middle = new Float32Array(lost);
    for (let at = 0; at < lost; at += 160) middle.set(concealer.lost(160).subarray(0, lost - at), at);
    concealer.real(after);
    const whole = Float32Array.from([...before, ...middle, ...after]);
    expect(steepest(whole)).toBeLessThan(1.6 * steepest(voice(0, 800)));
    // A piece is bridged by a voice of like level, a long hole is silent.
    const level = Math.sqrt(middle.subarray(0, 80).reduce((sum, sample) => sum + sample * sample, 0) / 80);
    expect(level).toBeGreaterThan(0.1);
    if (lostMs > 60) expect(steepest(middle.subarray(480))).toBe(0);
    expect(after.subarray(40)).toEqual(voice(800 + lost, 800).subarray(40));
  });

  test('is silence if nothing came before', () => {
    expect(createConcealer(rateHz).lost(320)).toEqual(new Float32Array(320));
  });
});
