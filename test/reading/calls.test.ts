import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callsIn, misreadIn } from '../../bench/analysis/written-calls.ts';

const calls = callsIn(readFileSync(new URL('./calls.json', import.meta.url), 'utf8'));

describe('what a call led to', () => {
  test.each(calls.map((call) => [call.name, call] as const))('is read from "%s"', (_, call) => {
    expect(misreadIn(call)).toEqual([]);
  });
});
