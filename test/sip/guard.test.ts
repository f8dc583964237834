import { expect, test } from 'vitest';
import { createAddressGuard } from '../../media/sip/guard.ts';

const office = '192.0.2.9';

function open() {
  let nowMs = 0;
  const guard = createAddressGuard({ nowMs: () => nowMs, after: () => () => {} });
  return { guard, pass: (ms: number) => (nowMs += ms) };
}

test('phones behind one address that answer their challenges are not limited by each other', () => {
  const { guard } = open();
  for (let phone = 0; phone < 500; phone++) {
    expect(guard.admits(office, 'unknown')).toBe(true);
    expect(guard.admits(office, 'challenged')).toBe(true);
    guard.succeeded(office);
  }
  expect(guard.dropped).toBe(0);
});

test('messages that answer no challenge are limited, and those that do are still heard', () => {
  const { guard, pass } = open();
  const admitted = (): number =>
    Array.from({ length: 100 }, () => guard.admits(office, 'unknown')).filter(Boolean).length;
  expect(admitted()).toBe(40);
  expect(guard.admits(office, 'challenged')).toBe(true);
  pass(1000);
  expect(admitted()).toBe(10);
  expect(guard.admits('192.0.2.10', 'unknown')).toBe(true);
});

test('answers whose credentials are not checked yet are limited', () => {
  const { guard } = open();
  const answers = Array.from({ length: 100 }, () => guard.admits(office, 'challenged'));
  expect(answers.filter(Boolean)).toHaveLength(40);
});

test('an address with ten wrong passwords gets no answer for five minutes', () => {
  const { guard, pass } = open();
  for (let tries = 0; tries < 10; tries++) {
    expect(guard.admits(office, 'challenged')).toBe(true);
    guard.failed(office);
  }
  pass(299_000);
  expect(guard.admits(office, 'challenged')).toBe(false);
  expect(guard.admits(office, 'unknown')).toBe(false);
  pass(1000);
  expect(guard.admits(office, 'challenged')).toBe(true);
});
