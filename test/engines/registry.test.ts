import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeEngines } from '../../media/engines/available.ts';
import { neutralCalibration } from '../../media/engines/calibrations.ts';
import { recogniserOf, synthesiserOf } from '../../media/engines/clients.ts';
import { embeddedEngine, pooledEngines, poolName } from '../../media/engines/pooled.ts';
import { listSpeakers, registeredEngines, registeredVoice } from '../../media/engines/registry.ts';
import { readVoices } from '../../media/engines/voices.ts';
import { connectHere, openEnginePool } from '../../media/inference/pool.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';
import { manifest } from '../../models/manifest.ts';
import { testModelsDir } from '../models.ts';
import { toy } from './toy/spec.ts';

const context = { modelsDir: testModelsDir };
const wanted = new AbortController().signal;

describe('the registry', () => {
  it('lists the voices for agents, the default first', () => {
    expect(listSpeakers().map(({ name }) => name)).toEqual(['ava', 'maya', 'ruth', 'nina', 'daniel', 'victor', 'leo']);
  });

  it('resolves a voice, and lists the others for an unknown name', () => {
    expect(registeredVoice({ speaker: 'nina', pace: 1.5 })).toEqual({
      engine: 'hibari',
      voice: 'nina',
      pace: 1.5,
      parameters: expect.objectContaining({ breath: 0.5, pace: 0.96 }),
    });
    expect(() => registeredVoice({ speaker: 'nobody' })).toThrow(
      expect.objectContaining({ code: 'voice_unknown', message: expect.stringContaining('ava, maya') }),
    );
  });

  it('describes its engines as plain data', async () => {
    const available = await describeEngines(registeredEngines, context);
    expect(structuredClone(available)).toEqual(available);
    expect(available.recognisers).toMatchObject([{ engine: 'whisper', languages: ['en'], partialResults: true }]);
    expect(available.voices).toHaveLength(listSpeakers().length);
  });

  it('rejects two engines or two voices with one name', async () => {
    await expect(describeEngines([toy, toy], context)).rejects.toThrow('two speech engines are called "toy"');
    await expect(describeEngines([toy, { ...toy, name: 'other' }], context)).rejects.toThrow(
      'two voices are called "whistle"',
    );
  });

  it('assigns each host its engines with their lanes', () => {
    const remote = { ...toy, host: 'network' } as const;
    const named = (host: 'model' | 'network') =>
      pooledEngines([...registeredEngines, remote], host, context).map(({ name, lane, spills }) => [
        name,
        lane,
        spills,
      ]);
    expect(named('model')).toEqual([
      ['recognise (whisper)', 0, true],
      ['speak (hibari)', 1, true],
    ]);
    expect(named('network')).toEqual([
      ['recognise (toy)', undefined, undefined],
      ['speak (toy)', undefined, undefined],
    ]);
    expect(embeddedEngine([remote, ...registeredEngines], 'recognise', context).name).toBe('recognise (whisper)');
  });
});

describe('a voice file', () => {
  it.each([
    ['no voices', '[]'],
    ['a name that is not a slug', '[{"name":"Ava Two"}]'],
    ['a field that voices do not have', JSON.stringify([{ ...listSpeakers()[0], pitch: 2 }])],
  ])('is refused with %s', async (_what, text) => {
    const file = join(await mkdtemp(join(tmpdir(), 'voices-')), 'voices.json');
    await writeFile(file, text);
    expect(() => readVoices(pathToFileURL(file))).toThrow();
  });
});

describe('clients of engines', () => {
  const recording = (asked: string[]): EngineClient<RecogniseJob, Utterance> => ({
    async *run({ kind, languageCode }) {
      asked.push(kind);
      yield { text: kind, words: [], confidence: 0, languageCode, decodeMs: 0 };
    },
  });
  const askBoth = async (partialResults: boolean): Promise<string[]> => {
    const asked: string[] = [];
    const available = {
      engine: 'one',
      provider: 'platform',
      host: 'model',
      languages: ['en'],
      sampleRatesHz: [8000],
      partialResults,
      calibration: neutralCalibration,
    } as const;
    const client = recogniserOf(available, new Map([['one', recording(asked)]]));
    for (const kind of ['partial', 'final'] as const)
      for await (const _ of client.run(
        { samples: new Float32Array(8), rateHz: 8000, languageCode: 'en', kind },
        wanted,
      ));
    return asked;
  };

  it('request only whole utterances from a recogniser without partial results', async () => {
    expect(await askBoth(true)).toEqual(['partial', 'final']);
    expect(await askBoth(false)).toEqual(['final']);
  });

  it('send each job to the engine of its voice', async () => {
    const speaking = (value: number): EngineClient<SpeakJob, SpeakResult> => ({
      async *run() {
        yield { samples: Float32Array.of(value) };
      },
    });
    const client = synthesiserOf(new Map([1, 2].map((value) => [`engine-${value}`, speaking(value)])));
    const say = async (engine: string): Promise<number[]> => {
      const said: number[] = [];
      const job = { text: 'Hi.', voice: { engine, voice: 'v' }, rateHz: 8000 } as const;
      for await (const { samples } of client.run(job, wanted)) said.push(...samples);
      return said;
    };
    expect([await say('engine-2'), await say('engine-1')]).toEqual([[2], [1]]);
    await expect(say('engine-3')).rejects.toMatchObject({ code: 'voice_unknown' });
  });

  it('reach an engine on a pool thread by its row alone', async () => {
    const pool = await openEnginePool({
      name: 'toys',
      threads: 1,
      concurrency: 1,
      niceness: 0,
      providers: ['cpu'],
      log: () => {},
      engines: pooledEngines([toy], 'model', context),
    });
    const use = { slackMs: () => 0, weight: () => 1, timeoutMs: 20_000 };
    const client = connectHere(pool);
    const speech = client.engine<SpeakJob, SpeakResult>({ engine: poolName('speak', 'toy'), ...use });
    const recogniser = client.engine<RecogniseJob, Utterance>({ engine: poolName('recognise', 'toy'), ...use });
    const heard: string[] = [];
    const voice = { engine: 'toy', voice: 'whistle' };
    for await (const { samples } of speech.run({ text: 'over the wire', voice, rateHz: 16_000 }, wanted)) {
      const job: RecogniseJob = { samples, rateHz: 16_000, languageCode: 'qaa', kind: 'final' };
      for await (const { text } of recogniser.run(job, wanted)) heard.push(text);
    }
    await pool.close();
    expect(heard).toEqual(['over the wire']);
  });
});

it('only the manifest names models', async () => {
  const roles = manifest.map(({ role }) => role);
  const naming: string[] = [];
  for (const folder of ['media', 'src'])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !/\.(ts|json)$/.test(path)) continue;
      const code = (await readFile(path, 'utf8')).replace(/^\s*(\/\/|\/?\*).*$/gm, '');
      if (roles.some((role) => code.includes(`'${role}`) || code.includes(`"${role}`))) naming.push(path);
    }
  expect(naming).toEqual([]);
});
