import { expect, test } from 'vitest';
import { createLoginGuard } from '../../src/features/accounts/login-guard.ts';

const ada = { address: '198.51.100.1', email: 'ada@example.com' };

function guarded() {
  const clock = { ms: 1_000_000 };
  return { clock, guard: createLoginGuard(() => clock.ms) };
}

/** How many attempts in a row are let through. */
const letThrough = (guard: ReturnType<typeof createLoginGuard>, attempts: Iterable<typeof ada>): number => {
  let count = 0;
  for (const attempt of attempts) if (guard.begin(attempt) === undefined) count++;
  return count;
};
const times = (count: number, make: (index: number) => typeof ada) => Array.from({ length: count }, (_, i) => make(i));

test('a stranger gets ten tries at an account in ten minutes, from wherever', () => {
  const { clock, guard } = guarded();
  expect(
    letThrough(
      guard,
      times(30, (i) => ({ ...ada, address: `198.51.100.${i}` })),
    ),
  ).toBe(10);
  expect(guard.begin(ada)).toBe(600);
  clock.ms += 599_000;
  expect(guard.begin(ada)).toBe(1);
  clock.ms += 1000;
  expect(guard.begin(ada)).toBeUndefined();
});

test('an address gets fifty tries in ten minutes, over all accounts', () => {
  const { guard } = guarded();
  expect(
    letThrough(
      guard,
      times(200, (i) => ({ ...ada, email: `${i}@example.com` })),
    ),
  ).toBe(50);
  expect(guard.begin({ address: '203.0.113.9', email: '1@example.com' })).toBeUndefined();
});

test('the addresses of one customer count as one', () => {
  const { guard } = guarded();
  const from = (i: number) => ({ address: `2001:db8:1:2::${i.toString(16)}`, email: `${i}@example.com` });
  expect(letThrough(guard, times(80, from))).toBe(50);
  expect(guard.begin({ address: '2001:db8:1:2:ffff::1', email: 'z@example.com' })).toBeGreaterThan(0);
  expect(guard.begin({ address: '2001:db8:1:3::1', email: 'z@example.com' })).toBeUndefined();
  expect(
    letThrough(
      guard,
      times(60, (i) => ({ address: '::ffff:192.0.2.7', email: `m${i}@example.com` })),
    ),
  ).toBe(50);
  expect(guard.begin({ address: '192.0.2.7', email: 'z@example.com' })).toBeGreaterThan(0);
});

test('from where an account was entered before, its owner may mistype ten times a minute, whatever guessers do', () => {
  const { clock, guard } = guarded();
  expect(guard.begin(ada)).toBeUndefined();
  guard.succeeded(ada);
  expect(
    letThrough(
      guard,
      times(30, (i) => ({ ...ada, address: `203.0.113.${i}` })),
    ),
  ).toBe(10);
  expect(
    letThrough(
      guard,
      times(20, () => ada),
    ),
  ).toBe(10);
  expect(guard.begin(ada)).toBe(60);
  clock.ms += 60_000;
  expect(guard.begin(ada)).toBeUndefined();
});

test('logins that succeed, or were not decided, do not count', () => {
  const { guard } = guarded();
  for (let index = 0; index < 100; index++) {
    expect(guard.begin(ada)).toBeUndefined();
    if (index % 2 === 0) guard.succeeded(ada);
    else guard.undecided(ada);
  }
});

test('attempts that are still being checked count already', () => {
  const { guard } = guarded();
  expect(
    letThrough(
      guard,
      times(11, () => ada),
    ),
  ).toBe(10);
});
