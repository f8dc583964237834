import { expect, test } from 'vitest';
import { createClaimedStreams } from '../../src/claimed-streams.ts';

test('a claimed stream expires unless it begins in time, and one that has begun stays until it ends', () => {
  let nowMs = 0;
  const streams = createClaimedStreams<string>({ beginWithinMs: 60, mostWaiting: 10, nowMs: () => nowMs });
  streams.add('late', 'a');
  streams.add('begun', 'b');
  streams.begin('begun');
  nowMs = 30;
  streams.add('new', 'c');
  expect(streams.expire()).toEqual([]);
  nowMs = 60;
  expect(streams.expire()).toEqual(['late']);
  expect(streams.values()).toEqual(['b', 'c']);
  expect(streams.expire()).toEqual([]);
  streams.remove('begun');
  expect(streams.get('begun')).toBeUndefined();
});

test('streams are refused while too many have not begun', () => {
  const streams = createClaimedStreams<string>({ beginWithinMs: 60, mostWaiting: 1, nowMs: () => 0 });
  expect([streams.add('first', 'a'), streams.add('second', 'b')]).toEqual([true, false]);
  expect(streams.get('second')).toBeUndefined();
  streams.begin('first');
  expect(streams.add('second', 'b')).toBe(true);
});
