import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recogniseEarly } from '../../media/call/early-audio.ts';
import type { LineContext } from '../../media/call/line-context.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { openVoiceNet } from '../../media/vad/voice-net.ts';
import { modelPath } from '../models.ts';

const recogniser: EngineClient<RecogniseJob, Utterance> = {
  async *run() {
    yield { text: '', words: [], confidence: 0, languageCode: 'en', decodeMs: 0 };
  },
};

test('other work of the thread runs while the audio before the answer is recognised', async () => {
  const net = await openVoiceNet(
    join(modelPath('silero-vad'), 'model.onnx'),
    createOpenSession({ providers: ['cpu'] }),
  );
  const tone = Uint8Array.from({ length: 160 }, (_, at) => (at % 16 < 8 ? 0x10 : 0x90));
  const context = {
    start: { early: Array.from({ length: 499 }, () => tone), format: { encoding: 'mulaw', rateHz: 8000 } },
    plan: { brain: { languageCode: 'en' } },
    rateHz: 8000,
    equipment: { voiceActivity: createVoiceActivity(net) },
  } as unknown as LineContext;
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const before = await recogniseEarly(context, recogniser);
  isOver = true;
  expect(before?.tones).toHaveLength(1);
  // 200 ms of audio for each turn of the event loop, in each of three passes.
  expect(turns).toBeGreaterThanOrEqual(150);
});
