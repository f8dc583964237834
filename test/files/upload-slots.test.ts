import { expect, test } from 'vitest';
import { createUploadSlots } from '../../src/files/index.ts';

test('upload slots are limited in total and per organisation, and released once', () => {
  const slots = createUploadSlots({ atOnce: 3, eachAtOnce: 2 });
  const leave = slots.enter('a');
  expect([slots.enter('a'), slots.enter('a')].map((slot) => slot !== undefined)).toEqual([true, false]);
  expect([slots.enter('b'), slots.enter('b')].map((slot) => slot !== undefined)).toEqual([true, false]);
  leave?.();
  leave?.();
  expect([slots.enter('c'), slots.enter('d')].map((slot) => slot !== undefined)).toEqual([true, false]);
});
