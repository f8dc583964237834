import { expect, onTestFinished, test } from 'vitest';
import { openOpenAiSpeechServer, openXttsServer, type SpeechService } from '../../media/index.ts';
import { checkSpeechServers } from '../../src/cli/speech-check.ts';
import { readSpeechServerArguments, speechServerCommand } from '../../src/cli/speech-server-command.ts';

const clip = { samples: new Float32Array(8000).fill(0.1), rateHz: 16_000 };
const speech = {
  speak: async () => clip,
  recognise: async () => ({ text: 'hello', words: [], confidence: 1, languageCode: 'en', decodeMs: 1 }),
  close: async () => {},
} as unknown as SpeechService;

test('the arguments of speech-server are checked', () => {
  expect(readSpeechServerArguments(['xtts', '--port', '9000'])).toEqual({ name: 'xtts', port: 9000, key: undefined });
  for (const [wrong, reason] of [
    [[], 'expected one of speech_a, speech_b, voice_models, xtts'],
    [['elevenlabs'], 'not "elevenlabs"'],
    [['xtts', '--port', 'high'], '--port'],
    [['xtts', '--loud'], '--loud'],
  ] as const)
    expect(() => readSpeechServerArguments(wrong)).toThrow(reason);
});

test.each([
  ['speech_a', ['SPEECH_A_BASE_URL', 'SPEECH_A_API_KEY']],
  ['speech_b', ['SPEECH_B_BASE_URL', 'SPEECH_B_API_KEY']],
  ['voice_models', ['VOICE_MODELS_BASE_URL', 'VOICE_MODELS_API_KEY']],
  ['xtts', ['VOICE_MODELS_BASE_URL', 'VOICE_MODELS_DIALECT', 'VOICE_MODELS_API_KEY']],
] as const)('speech-server emulates %s, prints its variables and reports broken rules', async (name, variables) => {
  const stop = new AbortController();
  const said: string[] = [];
  let printed = '';
  const running = speechServerCommand(
    { name, port: 0, key: 'sesame' },
    {
      openSpeech: async () => speech,
      say: (line) => said.push(line),
      print: (text) => {
        printed += text;
      },
      signal: stop.signal,
    },
  );
  await expect.poll(() => said.length).toBeGreaterThan(0);
  const values = Object.fromEntries(
    printed
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/)),
  );
  expect(Object.keys(values)).toEqual(variables);
  const base = Object.values(values).find((value) => String(value).startsWith('http'));
  await fetch(`${base}/nothing`).catch(() => {});
  stop.abort();
  expect(await running).toBe(0);
  if (name !== 'speech_a') expect(said.slice(1).join()).toContain('refused: ');
});

const media = (speechServers: object) => ({ modelsDir: '', executionProviders: ['cpu'], speechServers }) as never;

test('doctor tries each configured speech server', async () => {
  const tried = { engine: 'x', provider: 'x', firstMs: 140, totalMs: 200, audioMs: 1000, text: 'x' };
  const open = async () => ({
    tryVoice: async () => tried,
    tryRecogniser: async () => ({ ...tried, fallback: 'speech_b: returned 401' }),
    close: async () => {},
  });
  expect(await checkSpeechServers(media({}), open)).toEqual([]);
  expect(await checkSpeechServers(media({ speech_b: { baseUrl: 'http://a/v1' } }), open)).toMatchObject([
    { name: 'speech_b speaks', state: 'ok', detail: 'first result after 140 ms' },
    { name: 'speech_b recognises', state: 'warning', detail: 'speech_b: returned 401', advice: expect.any(String) },
  ]);
});

test('doctor lists what a voice models server answers, in either dialect', async () => {
  const [openAi, xtts] = await Promise.all([openOpenAiSpeechServer({ apiKey: 'sesame' }), openXttsServer()]);
  onTestFinished(async () => {
    await Promise.all([openAi.close(), xtts.close()]);
  });
  const stateOf = async (server: object) => (await checkSpeechServers(media({ voice_models: server })))[0]?.state;
  expect(await stateOf({ baseUrl: openAi.baseUrl, apiKey: 'sesame' })).toBe('ok');
  expect(await stateOf({ baseUrl: openAi.baseUrl, apiKey: 'wrong' })).toBe('warning');
  expect(await stateOf({ baseUrl: xtts.baseUrl, dialect: 'xtts' })).toBe('ok');
  expect(await stateOf({ baseUrl: 'http://127.0.0.1:9' })).toBe('warning');
});
