import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { createEngine } from '../../media/engines/openai/realtime-recogniser.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import type { RecogniseJob } from '../../media/line/speech.ts';

afterEach(() => vi.useRealTimers());

const rateHz = 8000;
const speech = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * rateHz }, (_, at) => 0.3 * Math.sin(at / 3));

const dialects = ['openai', 'vllm', 'speaches'] as const;
type Dialect = (typeof dialects)[number];

async function opened(dialect: Dialect, served: Dialect = dialect) {
  const lengths: number[] = [];
  const languages: (string | undefined)[] = [];
  const prompts: (string | undefined)[] = [];
  const server = await openOpenAiSpeechServer({
    apiKey: 'sesame',
    realtime: served,
    async hear({ samples, rateHz: heardHz }, language, prompt) {
      languages.push(language);
      prompts.push(prompt);
      lengths.push(samples.length / heardHz);
      return samples.length > heardHz ? 'where is my order' : 'where is';
    },
  });
  const engine = await createEngine(
    { baseUrl: server.baseUrl, apiKey: 'sesame', realtime: dialect },
    undefined as never,
  );
  onTestFinished(async () => {
    await engine.close();
    await server.close();
  });
  const recognise = async (job: Partial<RecogniseJob>) => {
    const whole: RecogniseJob = { samples: speech(2), rateHz, languageCode: 'en-IN', kind: 'final', ...job };
    for await (const { text, languageCode } of engine.run(whole, { aborted: false })) return { text, languageCode };
    return undefined;
  };
  return { server, lengths, languages, prompts, recognise };
}

test.each(dialects)('the %s dialect recognises utterances in a row', async (dialect) => {
  const { server, lengths, recognise } = await opened(dialect);
  for (const id of ['one', 'two', 'three']) {
    const found = await recognise({ utterance: { id, fromSamples: 0 } });
    expect(found).toEqual({ text: 'where is my order', languageCode: 'en-IN' });
  }
  expect(lengths.at(-1)).toBeCloseTo(2, 1);
  expect(server.seen.every(({ path }) => path === 'realtime')).toBe(true);
  expect(server.complaints).toEqual([]);
});

test('the vllm dialect has words before the end of the utterance, and gets only what is new', async () => {
  const { server, recognise } = await opened('vllm');
  const utterance = { id: 'one', fromSamples: 0 };
  await recognise({ kind: 'partial', samples: speech(0.6), utterance });
  const early = await recognise({ kind: 'partial', samples: speech(1), utterance });
  expect(early?.text).toBe('where is');
  expect((await recognise({ samples: speech(2), utterance }))?.text).toBe('where is my order');
  expect(server.seen.filter(({ path }) => path === 'realtime')).toHaveLength(1);
  expect(server.complaints).toEqual([]);
});

test.each(dialects)('the %s dialect sends the utterance as a file when it hangs', async (dialect) => {
  const { server, recognise } = await opened(dialect);
  server.hearing = { afterMs: 0, trouble: 'never' };
  const asked = recognise({ utterance: { id: 'one', fromSamples: 0 } });
  await expect.poll(() => server.seen.some(({ path }) => path === 'realtime')).toBe(true);
  setTimeout(() => {
    server.hearing = { afterMs: 0 };
  }, 1000);
  expect((await asked)?.text).toBe('where is my order');
  expect(server.seen.at(-1)?.path).toBe('transcriptions');
});

const others = dialects.flatMap((dialect) =>
  dialects.filter((served) => served !== dialect).map((served) => [dialect, served] as const),
);
test.each(others)(
  '%s: a server of the dialect %s gets no audio over /realtime, and the file is used',
  async (dialect, served) => {
    const { server, recognise } = await opened(dialect, served);
    expect((await recognise({}))?.text).toBe('where is my order');
    expect(server.seen.at(-1)?.path).toBe('transcriptions');
    expect(server.complaints.filter((why) => /append|commit/.test(why))).toEqual([]);
  },
);

test.each(['openai', 'speaches'] as const)(
  'the %s dialect fills a very short utterance with silence',
  async (dialect) => {
    const { server, lengths, recognise } = await opened(dialect);
    await recognise({ samples: speech(0.06), utterance: { id: 'one', fromSamples: 0 } });
    expect(lengths).toEqual([expect.closeTo(0.1, 2)]);
    expect(server.seen.every(({ path }) => path === 'realtime')).toBe(true);
    expect(server.complaints).toEqual([]);
  },
);

test('the speaches dialect gives the language of each utterance to the connection', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { server, languages, recognise } = await opened('speaches');
  for (const [at, languageCode] of ['en-IN', 'hi-IN', 'en-IN'].entries()) {
    await recognise({ languageCode, utterance: { id: String(at), fromSamples: 0 } });
    // After this time the connection may serve another utterance.
    vi.advanceTimersByTime(4000);
  }
  expect(languages).toEqual(['en', 'hi', 'en']);
  expect(server.seen.map(({ path }) => path)).toEqual(['realtime']);
  expect(server.complaints).toEqual([]);
});

test.each(dialects)('the %s dialect sends an utterance of any language as a file, which names it', async (dialect) => {
  const { server, recognise } = await opened(dialect);
  const utterance = { id: 'one', fromSamples: 0 };
  expect(await recognise({ languageCode: 'auto', kind: 'partial', utterance })).toBeUndefined();
  const found = await recognise({ languageCode: 'auto', utterance });
  expect(found).toEqual({ text: 'where is my order', languageCode: 'en' });
  expect(server.seen.map(({ path }) => path)).toEqual(['transcriptions']);
});

test.each(['openai', 'speaches'] as const)(
  'the %s dialect leaves a connection before the server closes it',
  async (dialect) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { server, recognise } = await opened(dialect);
    for (const id of ['one', 'two', 'three']) {
      await recognise({ utterance: { id, fromSamples: 0 } });
      vi.advanceTimersByTime(id === 'one' ? 4000 : 56 * 60_000);
    }
    expect(server.seen.map(({ path }) => path)).toEqual(['realtime', 'realtime']);
  },
);

test('only the vllm dialect gives words before the end', () => {
  const spec = (realtime: Dialect) => enginesOf({ speech_b: { baseUrl: 'http://a/v1', realtime } }).at(-1);
  expect(spec('vllm')?.recogniser).toMatchObject({ partialResults: true, detectsLanguage: true });
  for (const other of ['openai', 'speaches'] as const)
    expect(spec(other)?.recogniser).toMatchObject({ partialResults: false, detectsLanguage: true });
});

test.each(['openai', 'speaches'] as const)(
  'the %s dialect gives the names of each call to the connection',
  async (dialect) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { server, prompts, recognise } = await opened(dialect);
    for (const [at, keyTerms] of [['Solmara', 'Nimbaro'], undefined, ['Wojcik']].entries()) {
      await recognise({ ...(keyTerms && { keyTerms }), utterance: { id: String(at), fromSamples: 0 } });
      // After this time the connection may serve another call.
      vi.advanceTimersByTime(4000);
    }
    expect(prompts).toEqual(['Solmara, Nimbaro.', '', 'Wojcik.']);
    expect(server.complaints).toEqual([]);
  },
);

test.each(['openai', 'speaches'] as const)(
  'the %s dialect keeps the names when the language changes',
  async (dialect) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { prompts, recognise } = await opened(dialect);
    for (const languageCode of ['en-IN', 'hi-IN']) {
      await recognise({ keyTerms: ['Solmara'], languageCode, utterance: { id: languageCode, fromSamples: 0 } });
      vi.advanceTimersByTime(4000);
    }
    expect(prompts).toEqual(['Solmara.', 'Solmara.']);
  },
);

test('an utterance sent as a file has the names of its call, or the text that precedes it', async () => {
  const { server, prompts, recognise } = await opened('openai', 'vllm');
  await recognise({ keyTerms: ['Solmara', 'Nimbaro'] });
  await recognise({ keyTerms: ['Solmara'], prompt: 'Uh-huh.' });
  expect(prompts.filter((prompt) => prompt !== undefined)).toEqual(['Solmara, Nimbaro.', 'Uh-huh.']);
  expect(server.seen.at(-1)?.path).toBe('transcriptions');
});
