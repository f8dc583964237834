import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registeredVoice } from '../../media/engines/registry.ts';
import { type Clip, holdConversation, openSpeech } from '../../media/index.ts';
import { connectHere, openEnginePool } from '../../media/inference/pool.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';
import { modelPath, testModelsDir } from '../models.ts';
import { openSharedServer, type RunningServer } from './running-server.ts';

describe('two media threads on one port', () => {
  let server: RunningServer;
  let question: Clip;
  beforeAll(async () => {
    server = await openSharedServer();
    const speech = await openSpeech({ modelsDir: testModelsDir });
    question = await speech.speak('Where are you located?', { speaker: 'daniel' }, 16_000);
    await speech.close();
  });
  afterAll(() => server?.stop());

  test('answer every call, whichever thread gets it', async () => {
    const callers = ['+12025550151', '+12025550152', '+12025550153', '+12025550154'];
    const reports = await Promise.all(
      callers.map(async (from) => {
        const run = await server.dial('telephony_a', from);
        return holdConversation(run, [{ say: question, when: 'agent_done' }]);
      }),
    );
    expect(reports.every((report) => report.completed)).toBe(true);
    for (const from of callers) {
      const { transcript } = await server.finished(from);
      expect(transcript.map((line) => line.speaker)).toEqual(['agent', 'customer', 'agent']);
    }
  });
});

test('name a port in use, and leave nothing running', async () => {
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  const { port } = squatter.address() as { port: number };
  const { openMediaServer } = await import('../../media/index.ts');
  const opening = openMediaServer(
    {
      host: '127.0.0.1',
      port,
      driver: 'auto',
      mediaThreads: 2,
      inferenceThreads: 1,
      modelsDir: testModelsDir,
      executionProviders: ['cpu'],
      log: () => {},
    },
    {
      plans: { claim: async () => undefined, claimSupervision: async () => undefined },
      log: { append: () => {} },
      recordings: { write: async () => true, finish: async () => {} },
      tools: { run: async () => ({ ok: false, result: '' }) },
      transfers: { transfer: async () => 'failed' },
    },
  );
  await expect(opening).rejects.toMatchObject({ code: 'port_in_use' });
  const { workers } = process.report.getReport() as unknown as { workers: unknown[] };
  expect(workers).toEqual([]);
  await new Promise((resolve) => squatter.close(resolve));
});

test('replace a killed inference thread, and the next words are spoken and understood', async () => {
  const room = (path: string): string => new URL(`../../dist/media/${path}`, import.meta.url).href;
  const pool = await openEnginePool({
    name: 'speech',
    threads: 1,
    concurrency: 1,
    niceness: 0,
    providers: ['cpu'],
    engines: [
      { name: 'recognise', module: room('recogniser/engine.js'), config: { modelDir: modelPath('whisper-tiny.en') } },
      { name: 'speak', module: room('synthesiser/engine.js'), config: { modelDir: modelPath('hibari-us') } },
    ],
    log: () => {},
  });
  const client = connectHere(pool);
  const use = { slackMs: () => 0, weight: () => 1, timeoutMs: 20_000 };
  const voice = client.engine<SpeakJob, SpeakResult>({ engine: 'speak', ...use });
  const recogniser = client.engine<RecogniseJob, Utterance>({ engine: 'recognise', ...use });
  const wanted = new AbortController().signal;
  const job: SpeakJob = { text: 'Where are you located?', voice: registeredVoice({ speaker: 'daniel' }), rateHz: 8000 };
  const speak = async (): Promise<Float32Array[]> => {
    const pieces: Float32Array[] = [];
    for await (const piece of voice.run(job, wanted)) pieces.push(piece.samples);
    return pieces;
  };
  await speak();
  const doomed = speak();
  pool.restart(0, 'killed');
  await expect(doomed).rejects.toMatchObject({ code: 'engine_died' });
  await expect
    .poll(
      () =>
        speak().then(
          () => 'spoken',
          () => 'dead',
        ),
      { timeout: 60_000 },
    )
    .toBe('spoken');
  const samples = Float32Array.from((await speak()).flatMap((piece) => [...piece]));
  const words: string[] = [];
  for await (const heard of recogniser.run({ samples, rateHz: 8000, languageCode: 'en-US', kind: 'final' }, wanted))
    words.push(heard.text);
  expect(words.join(' ')).toMatch(/where are you located/i);
  expect(pool.restarts).toBe(1);
  await pool.close();
});
