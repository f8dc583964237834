import { expect, it } from 'vitest';
import type { SpeakResult } from '../../media/line/speech.ts';
import { withoutHead } from '../../media/synthesiser/head.ts';

async function* pieces(...results: SpeakResult[]) {
  yield* results;
}

/** So many milliseconds of silence, and then sound. */
const clip = (silentMs: number, soundMs: number): Float32Array =>
  new Float32Array(8 * (silentMs + soundMs)).fill(0.2, 8 * silentMs);

it('trimming leaves 2 ms before the first sound, and moves the words', async () => {
  const words = [{ text: 'Hello', startMs: 20, endMs: 90 }];
  const heard: SpeakResult[] = [];
  for await (const result of withoutHead(pieces({ samples: clip(20, 80), words }, { samples: clip(30, 20) }), 8000))
    heard.push(result);
  expect(heard.map(({ samples }) => samples.length / 8)).toEqual([82, 50]);
  expect(heard[0]?.samples[0]).toBe(0);
  expect(heard[0]?.samples[16]).toBeCloseTo(0.2);
  expect(heard[0]?.words).toEqual([{ text: 'Hello', startMs: 2, endMs: 72 }]);
});

it('audio that begins at once, or is silent, is unchanged', async () => {
  for (const samples of [clip(0, 50), clip(50, 0)])
    for await (const result of withoutHead(pieces({ samples }), 8000)) expect(result.samples).toHaveLength(400);
});
