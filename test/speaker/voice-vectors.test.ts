import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openSpeech,
  openVoiceVectors,
  type SpeechService,
  type VoiceVectors,
  voiceSimilarity,
} from '../../media/index.ts';
import { modelPath, testModelsDir as modelsDir } from '../models.ts';

let speech: SpeechService;
let voices: VoiceVectors;

beforeAll(async () => {
  modelPath('voice-encoder');
  [speech, voices] = await Promise.all([openSpeech({ modelsDir }), openVoiceVectors({ modelsDir })]);
});
afterAll(() => Promise.all([speech.close(), voices.close()]));

test('voice vectors of one speaker are alike whatever is said, and unlike those of another', async () => {
  const vectorOf = async (speaker: string, text: string) =>
    voices.vectorOf((await speech.speak(text, { speaker }, 16_000)).samples);
  const order = 'I would like to know where my order is, because it was promised for Monday.';
  const weather = 'The weather has been lovely this week and we went to the sea on Sunday.';
  const [speakerA, speakerB] = ['ava', 'daniel'] as const;
  const first = await vectorOf(speakerA, order);
  const same = await vectorOf(speakerA, weather);
  const other = await vectorOf(speakerB, order);
  expect(first.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
  expect(voiceSimilarity(first, same)).toBeGreaterThan(0.8);
  expect(voiceSimilarity(first, same) - voiceSimilarity(first, other)).toBeGreaterThan(0.1);
});

test('opening voice vectors fails with model_missing when the encoder is not installed', async () => {
  await expect(openVoiceVectors({ modelsDir: '/nowhere' })).rejects.toMatchObject({ code: 'model_missing' });
});
