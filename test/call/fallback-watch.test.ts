import { expect, test } from 'vitest';
import { createFallbackWatch } from '../../media/call/dialogue/fallback-watch.ts';

const good = { brain: 'openai' } as const;
const bad = { brain: 'embedded', fallback: 'llm_error', refusal: 'm does not support tools' } as const;

test('three fallbacks in ten turns are reported once, with the words of the server', () => {
  const watch = createFallbackWatch();
  expect([bad, good, bad].map((trace) => watch.turn(trace))).toEqual([undefined, undefined, undefined]);
  expect(watch.turn(bad)).toMatch(
    /^The language model failed in 3 of the latest turns\. Its server says: m does not support tools/,
  );
  expect(watch.turn(bad)).toBeUndefined();
});

test('fallbacks without words of the server are reported with a sentence about the latest of them', () => {
  const watch = createFallbackWatch();
  const late = { brain: 'embedded', fallback: 'llm_timeout' } as const;
  expect([late, late, late].map((trace) => watch.turn(trace)).at(-1)).toBe(
    'The language model failed in 3 of the latest turns. It did not answer in time.',
  );
});

test('fallbacks that lie more than ten turns apart are not reported', () => {
  const watch = createFallbackWatch();
  const turns = Array.from({ length: 40 }, (_, i) => (i % 6 === 0 ? bad : good));
  expect(turns.map((trace) => watch.turn(trace)).filter((detail) => detail !== undefined)).toEqual([]);
});
