import { expect, test } from 'vitest';
import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { createOpenUtterance } from '../../media/recogniser/open-utterance.ts';
import { settle } from './scripted-client.ts';

const rateHz = 8000;
const silence = (ms: number): Float32Array => new Float32Array((ms * rateHz) / 1000);
const nothing: Utterance = { text: '', words: [], confidence: 0, languageCode: 'en', decodeMs: 1, tokens: [] };

/** When each decode was asked for, in ms of audio; the first is dropped at a pause and ends so much later. */
async function asksWhen(droppedEndsAfterMs: number): Promise<number[]> {
  const asks: number[] = [];
  const ends: (() => void)[] = [];
  let atMs = 0;
  const client: EngineClient<RecogniseJob, Utterance> = {
    async *run() {
      asks.push(atMs);
      await new Promise<void>((resolve) => ends.push(resolve));
      yield nothing;
    },
  };
  const utterance = createOpenUtterance({
    client,
    rateHz,
    languageCode: 'en',
    preRoll: silence(0),
    onPartial: () => {},
    partialEveryMs: 500,
    partialShare: 3,
  });
  const speak = async (ms: number): Promise<void> => {
    for (let pushed = 0; pushed < ms; pushed += 20) {
      atMs += 20;
      utterance.push(silence(20));
      if (asks.length > 0 && atMs - (asks[0] as number) === droppedEndsAfterMs) ends[0]?.();
      // Every later decode takes 300 ms.
      for (const [index, end] of ends.entries()) if (index > 0 && atMs - (asks[index] as number) === 300) end();
      await settle();
    }
  };
  await speak(400);
  utterance.quieten();
  await speak(100);
  utterance.listen();
  await speak(6000);
  return asks;
}

test('a dropped decode changes nothing after it, whenever it ends', async () => {
  const soon = await asksWhen(200);
  expect(soon.length).toBeGreaterThan(4);
  expect(await asksWhen(700)).toEqual(soon);
  expect(await asksWhen(2500)).toEqual(soon);
});

test('speech that is too long for one decode is divided at once, however rare partial decodes are', async () => {
  const jobs: (readonly [string, number])[] = [];
  let atMs = 0;
  const client: EngineClient<RecogniseJob, Utterance> = {
    async *run({ kind }) {
      jobs.push([kind, atMs]);
      yield nothing;
    },
  };
  const callbacks = { onPartial: () => {} };
  const rare = { partialEveryMs: 8000, partialShare: 8 };
  const utterance = createOpenUtterance({
    client,
    rateHz,
    languageCode: 'en',
    preRoll: silence(0),
    ...callbacks,
    ...rare,
  });
  for (; atMs < 30_000; atMs += 100) {
    utterance.push(silence(100));
    await settle();
  }
  expect(jobs).toEqual([
    ['partial', 7900],
    ['partial', 15_900],
    ['partial', 23_900],
    ['final', 28_000],
  ]);
});

test('every job names the samples of the utterance it contains', async () => {
  const parts: (readonly [string | undefined, number | undefined, number])[] = [];
  const client: EngineClient<RecogniseJob, Utterance> = {
    async *run({ utterance: part, samples }) {
      parts.push([part?.id, part?.fromSamples, samples.length]);
      yield { ...nothing, text: 'It is done.', words: [{ text: 'done', startMs: 0, endMs: 1, confidence: 1 }] };
    },
  };
  const open = () =>
    createOpenUtterance({
      client,
      rateHz,
      languageCode: 'en',
      preRoll: silence(0),
      onPartial: () => {},
      partialEveryMs: 100_000,
      partialShare: 3,
    });
  const wanted = new AbortController().signal;
  const first = open();
  first.push(silence(3000));
  await first.decode(wanted);
  // The sentence before the pause is kept: only what follows is decoded again.
  first.listen();
  first.push(silence(500));
  await first.decode(wanted);
  const second = open();
  second.push(silence(500));
  await second.decode(wanted);
  expect(parts.map(([, from, length]) => [from, length])).toEqual([
    [0, 24_000],
    [24_000, 4000],
    [0, 4000],
  ]);
  expect(parts[0]?.[0]).toBe(parts[1]?.[0]);
  expect(parts[0]?.[0]).not.toBe(parts[2]?.[0]);
});
