import { expect, test } from 'vitest';
import { createFallbackWatch } from '../../media/call/dialogue/fallback-watch.ts';

const good = { brain: 'openai' } as const;
const bad = { brain: 'embedded', fallback: 'llm_error', refusal: 'm does not support tools' } as const;

test('three fallbacks in ten turns are reported once, with the words of the server', () => {
  const watch = createFallbackWatch();
  expect([bad, good, bad].map((trace) => watch.turn(trace))).toEqual([undefined, undefined, undefined]);
  expect(watch.turn(bad)).toMatch(/3 of the latest turns \(llm_error, and its server says: m does not support tools\)/);
  expect(watch.turn(bad)).toBeUndefined();
});

test('fallbacks that lie more than ten turns apart are not reported', () => {
  const watch = createFallbackWatch();
  const turns = Array.from({ length: 40 }, (_, i) => (i % 6 === 0 ? bad : good));
  expect(turns.map((trace) => watch.turn(trace)).filter((detail) => detail !== undefined)).toEqual([]);
});
