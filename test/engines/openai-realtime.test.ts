import { expect, onTestFinished, test } from 'vitest';
import { openOpenAiSpeechServer } from '../../media/emulator/index.ts';
import { createEngine } from '../../media/engines/openai/realtime-recogniser.ts';
import { enginesOf } from '../../media/engines/registry.ts';
import type { RecogniseJob } from '../../media/line/speech.ts';

const rateHz = 8000;
const speech = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * rateHz }, (_, at) => 0.3 * Math.sin(at / 3));

async function opened(dialect: 'openai' | 'vllm', served: 'openai' | 'vllm' = dialect) {
  const lengths: number[] = [];
  const server = await openOpenAiSpeechServer({
    ...{ apiKey: 'sesame', realtime: served },
    async hear({ samples, rateHz: heardHz }) {
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
  return { server, lengths, recognise };
}

test.each(['openai', 'vllm'] as const)('the %s dialect recognises utterances in a row', async (dialect) => {
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

test.each(['openai', 'vllm'] as const)(
  'the %s dialect sends the utterance as a file when it hangs',
  async (dialect) => {
    const { server, recognise } = await opened(dialect);
    server.hearing = { afterMs: 0, trouble: 'never' };
    const asked = recognise({ utterance: { id: 'one', fromSamples: 0 } });
    await expect.poll(() => server.seen.some(({ path }) => path === 'realtime')).toBe(true);
    setTimeout(() => {
      server.hearing = { afterMs: 0 };
    }, 1000);
    expect((await asked)?.text).toBe('where is my order');
    expect(server.seen.at(-1)?.path).toBe('transcriptions');
  },
);

test('a server of the other dialect is recognised by its first message, and the file is used', async () => {
  const { server, recognise } = await opened('vllm', 'openai');
  expect((await recognise({}))?.text).toBe('where is my order');
  expect(server.seen.at(-1)?.path).toBe('transcriptions');
});

test('only the vllm dialect gives words before the end', () => {
  const spec = (realtime: 'openai' | 'vllm') => enginesOf({ speech_b: { baseUrl: 'http://a/v1', realtime } }).at(-1);
  expect(spec('vllm')?.recogniser).toMatchObject({ partialResults: true, detectsLanguage: false });
  expect(spec('openai')?.recogniser).toMatchObject({ partialResults: false, detectsLanguage: false });
});
