import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../src/cluster/index.ts';

/** A reading of a database whose time is `aheadMs` above ours, with a trip of `tripMs`. */
const reading = (aheadMs: number, tripMs = 4, askedMs = 1_000_000) => ({
  askedMs,
  databaseMs: askedMs + tripMs / 2 + aheadMs,
  answeredMs: askedMs + tripMs,
});

test('a difference above two seconds is reported once, and its end once', () => {
  const clock = createDatabaseClock();
  expect(clock.read(reading(40))).toBeUndefined();
  expect(clock.read(reading(300_000))).toEqual({ kind: 'differs', differenceMs: 300_000 });
  expect(clock.read(reading(300_010))).toBeUndefined();
  expect(clock.read(reading(-15))).toEqual({ kind: 'agrees', differenceMs: -15 });
  expect(clock.read(reading(-2100))).toEqual({ kind: 'differs', differenceMs: -2100 });
});

test('times are corrected by a clear difference, and do not jump with the readings', () => {
  const clock = createDatabaseClock();
  clock.read(reading(120));
  expect(clock.correctionMs()).toBe(0);
  clock.read(reading(1000));
  expect(clock.correctionMs()).toBe(1000);
  clock.read(reading(1150));
  expect(clock.correctionMs()).toBe(1000);
  clock.read(reading(1400));
  expect(clock.correctionMs()).toBe(1400);
  clock.read(reading(10));
  expect(clock.correctionMs()).toBe(0);
});

test('a slow answer proves nothing about the clock', () => {
  const clock = createDatabaseClock();
  expect(clock.read(reading(2500, 6000))).toBeUndefined();
  expect(clock.correctionMs()).toBe(0);
});
