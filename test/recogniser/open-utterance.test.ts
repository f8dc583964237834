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

test('when a dropped decode ends changes nothing that comes after it', async () => {
  const soon = await asksWhen(200);
  expect(soon.length).toBeGreaterThan(4);
  expect(await asksWhen(700)).toEqual(soon);
  expect(await asksWhen(2500)).toEqual(soon);
});
