import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWav } from '../../media/codec/wav.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Engine, OpenSession, Tensor } from '../../media/line/engine.ts';
import { isFault } from '../../media/line/fault.ts';
import type { TurnJob, TurnResult } from '../../media/line/speech.ts';
import { createEngine } from '../../media/turn/engine.ts';
import { modelPath } from '../models.ts';

const running = { aborted: false };

async function verdictOf(engine: Engine<TurnJob, TurnResult>, job: TurnJob): Promise<number> {
  const results: TurnResult[] = [];
  for await (const result of engine.run(job, running)) results.push(result);
  expect(results).toHaveLength(1);
  return (results[0] as TurnResult).probability;
}

function recordingSession(answer: Float32Array): { open: OpenSession; fed: Tensor[] } {
  const fed: Tensor[] = [];
  return {
    fed,
    open: async () => ({
      inputNames: ['input_features'],
      outputNames: ['logits'],
      async run(feeds) {
        fed.push(feeds.input_features as Tensor);
        return { logits: { type: 'float32', data: answer, dims: [1, 1] } };
      },
      close: async () => {},
    }),
  };
}

describe('the input of the model', () => {
  const tone = (seconds: number, rateHz: number): Float32Array =>
    Float32Array.from({ length: seconds * rateHz }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 700 * i) / rateHz));

  it('is the last 8 s, aligned to the end, padded with silence before', async () => {
    const { open, fed } = recordingSession(Float32Array.of(0.7));
    const engine = await createEngine({ modelDir: 'unused' }, open);
    expect(await verdictOf(engine, { samples: tone(1, 8000), rateHz: 8000 })).toBeCloseTo(0.7, 6);
    const [features] = fed;
    expect(features?.dims).toEqual([1, 80, 800]);
    const loudest = (frame: number): number =>
      Math.max(...Array.from({ length: 80 }, (_, band) => Number(features?.data[band * 800 + frame])));
    expect(loudest(300)).toBeLessThan(loudest(730) - 1);
    expect(loudest(790)).toBeLessThan(loudest(730) - 1);
  });

  it('is the same at 8 and 16 kHz, and only the end of longer audio', async () => {
    const { open, fed } = recordingSession(Float32Array.of(0.7));
    const engine = await createEngine({ modelDir: 'unused' }, open);
    const long = tone(12, 16_000);
    await verdictOf(engine, { samples: long, rateHz: 16_000 });
    await verdictOf(engine, { samples: long.subarray(4 * 16_000), rateHz: 16_000 });
    expect(fed[0]?.data).toEqual(fed[1]?.data);
    await verdictOf(engine, { samples: tone(2, 8000), rateHz: 8000 });
    await verdictOf(engine, { samples: tone(2, 16_000), rateHz: 16_000 });
    const band = (tensor: Tensor | undefined): number[] =>
      Array.from({ length: 80 }, (_, row) => Number(tensor?.data[row * 800 + 700]));
    const difference = band(fed[2]).map((value, row) => Math.abs(value - (band(fed[3])[row] as number)));
    expect(Math.max(...difference.slice(5, 30))).toBeLessThan(0.05);
  });

  it('is empty for an aborted job', async () => {
    const { open, fed } = recordingSession(Float32Array.of(0.7));
    const engine = await createEngine({ modelDir: 'unused' }, open);
    for await (const _ of engine.run({ samples: tone(1, 8000), rateHz: 8000 }, { aborted: true })) expect(_).toBe(null);
    expect(fed).toEqual([]);
  });

  it('an empty job has a verdict; a result that is not a number is a named fault', async () => {
    const fine = await createEngine({ modelDir: 'unused' }, recordingSession(Float32Array.of(0.1)).open);
    expect(await verdictOf(fine, { samples: new Float32Array(0), rateHz: 8000 })).toBeCloseTo(0.1, 6);
    const broken = await createEngine({ modelDir: 'unused' }, recordingSession(Float32Array.of(Number.NaN)).open);
    const failure = await verdictOf(broken, { samples: tone(1, 8000), rateHz: 8000 }).catch((error: unknown) => error);
    expect(isFault(failure, 'model_unreadable')).toBe(true);
  });
});

const speechFolder = join(import.meta.dirname, '../../../shared/speech');

describe.skipIf(!existsSync(speechFolder))('the real model on real speech (needs the recorded prompts)', () => {
  let engine: Engine<TurnJob, TurnResult>;
  beforeAll(async () => {
    engine = await createEngine({ modelDir: modelPath('smart-turn') }, createOpenSession({ providers: ['cpu'] }));
  });
  afterAll(() => engine.close());

  const load = (name: string): Float32Array => readWav(readFileSync(join(speechFolder, name))).samples;

  it.each(['vm-savefolder.wav', 'conf-onlyperson.wav', 'vm-passchanged.wav', 'feature-not-avail-line.wav'])(
    '%s is done at its end',
    async (name) => {
      expect(await verdictOf(engine, { samples: load(name), rateHz: 8000 })).toBeGreaterThan(0.8);
    },
  );

  it.each([
    ['spy-misdn.wav', Number.POSITIVE_INFINITY],
    ['queue-thereare.wav', Number.POSITIVE_INFINITY],
    // "However" and "when done": the pauses within longer prompts, in ms from their start.
    ['confbridge-mute-extended.wav', 7120],
    ['vm-record-prepend.wav', 5420],
  ])('%s is not done at %d ms', async (name, untilMs) => {
    const samples = load(name).subarray(0, Math.min(untilMs * 8, 1e9));
    expect(await verdictOf(engine, { samples, rateHz: 8000 })).toBeLessThan(0.5);
  });
});
