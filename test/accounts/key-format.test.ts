import { expect, test } from 'vitest';
import { isKeyOf, makeKey, prefixOf } from '../../src/features/people/api-keys/key-format.ts';

test('a key is found by its prefix and verified by its digest', () => {
  const { key, prefix, sha256 } = makeKey();
  expect(key).toMatch(/^parley_[a-z0-9]{10}_[A-Za-z0-9_-]{43}$/);
  expect(prefixOf(key)).toBe(prefix);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(isKeyOf(key, sha256)).toBe(true);
});

test('two keys have nothing in common', () => {
  const made = Array.from({ length: 100 }, makeKey);
  expect(new Set(made.map(({ prefix }) => prefix)).size).toBe(100);
  expect(new Set(made.map(({ key }) => key.slice(-43))).size).toBe(100);
});

test('no other key has its digest', () => {
  const { key, sha256 } = makeKey();
  expect(isKeyOf(makeKey().key, sha256)).toBe(false);
  expect(isKeyOf(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, sha256)).toBe(false);
  expect(isKeyOf(key, undefined)).toBe(false);
  expect(isKeyOf(key, '')).toBe(false);
});

test.each(['', 'parley_', 'parley_short_x', 'Bearer', 'parley_abcdefghij_', `parley_ABCDEFGHIJ_${'a'.repeat(43)}`])(
  '%j has no prefix',
  (text) => expect(prefixOf(text)).toBeUndefined(),
);
