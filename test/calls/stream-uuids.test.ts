import { expect, test } from 'vitest';
import { createStreamUuids } from '../../src/features/calls/calls/stream-uuids.ts';

const open = (capacity = 10) => {
  const clock = { ms: 0 };
  return { clock, uuids: createStreamUuids({ nowMs: () => clock.ms, ttlMs: 60_000, capacity }) };
};

test('a UUID stands for its ticket once', () => {
  const { uuids } = open();
  const uuid = uuids.issue('ticket');
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect([uuids.take(uuid), uuids.take(uuid), uuids.take('other')]).toEqual(['ticket', undefined, undefined]);
});

test('a UUID expires with its ticket', () => {
  const { clock, uuids } = open();
  const [early, late] = [uuids.issue('early'), uuids.issue('late')];
  clock.ms = 59_999;
  expect(uuids.take(early)).toBe('early');
  clock.ms = 60_000;
  expect(uuids.take(late)).toBeUndefined();
});

test('beyond the capacity, the oldest UUID is dropped', () => {
  const { uuids } = open(2);
  const issued = ['a', 'b', 'c'].map((ticket) => uuids.issue(ticket));
  expect(issued.map((uuid) => uuids.take(uuid))).toEqual([undefined, 'b', 'c']);
});
