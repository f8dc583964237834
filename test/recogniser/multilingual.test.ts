import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeEngines } from '../../media/engines/available.ts';
import { enginesOf, listRecognisers } from '../../media/engines/registry.ts';
import { openVoiceSpeech } from '../../media/index.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import { createEngine } from '../../media/recogniser/engine.ts';
import { testModelsDir as modelsDir } from '../models.ts';

const modelDir = join(modelsDir, 'whisper-base');
/** It is optional: `npm run models -- --with whisper-base`. */
const isInstalled = existsSync(modelDir);

test('the multilingual recogniser is an engine only where it is configured', () => {
  const names = (servers: Parameters<typeof enginesOf>[0]) => enginesOf(servers).map(({ name }) => name);
  expect(names({})).toEqual(['whisper', 'hibari']);
  expect(names({ multilingual: 'whisper-base' })).toEqual(['whisper', 'hibari', 'whisper-base']);
});

test.skipIf(!isInstalled)('the multilingual recogniser identifies English and recognises other languages', async () => {
  const servers = { multilingual: 'whisper-base' } as const;
  const all = await listRecognisers({ modelsDir, servers });
  expect(all.flatMap(({ languages }) => languages)).toEqual(expect.arrayContaining(['en', 'hi', 'de', 'fr']));
  const { recognisers } = await describeEngines(enginesOf(servers), { modelsDir });
  expect(recognisers[1]).toMatchObject({ engine: 'whisper-base', detectsLanguage: true });

  const speech = openVoiceSpeech({ modelsDir, executionProviders: ['cpu'], servers: undefined });
  const voice = { speaker: 'ava', languageCode: 'en-US', rateHz: 8000 } as const;
  const { samples } = await speech.speak('Where is my order, please?', voice, new AbortController().signal);
  await speech.close();
  const engine = await createEngine({ modelDir }, createOpenSession({ providers: ['cpu'] }));
  for await (const { text, languageCode } of engine.run(
    { samples, rateHz: 8000, languageCode: 'auto', kind: 'final' },
    { aborted: false },
  ))
    expect([text.toLowerCase(), languageCode]).toEqual([expect.stringContaining('order'), 'en']);
  await engine.close();
});
