import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import { createEngine } from '../../media/recogniser/engine.ts';
import { openWhisper } from '../../media/recogniser/whisper.ts';
import { convertWhisper } from '../../models/whisper/convert.ts';
import { createRandom, type SyntheticModel, toy, writeSyntheticModel } from '../whisper/synthetic-model.ts';

const open = createOpenSession({ providers: ['cpu'] });
const files = ['encoder.onnx', 'decoder.onnx', 'tokenizer.json', 'recogniser.json'];

let model: SyntheticModel;
let whole: string;
let folder: string;

beforeAll(async () => {
  model = await writeSyntheticModel();
  whole = join(model.folder, 'whole');
  folder = join(model.folder, 'copy');
  const file = (name: string): string => join(model.folder, name);
  await convertWhisper({
    modelBin: file('model.bin'),
    configJson: file('config.json'),
    tokenizerJson: file('tokenizer.json'),
    outDir: whole,
    precision: 'float32',
  });
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const name of files) await copyFile(join(whole, name), join(folder, name));
});
afterAll(() => model.remove());

const random = createRandom(9);
const second = Float32Array.from({ length: 16_000 }, () => 0.2 * random());

describe('a converted model folder', () => {
  it('opens and decodes, up to the limit for the length of the audio', async () => {
    const whisper = await openWhisper(folder, open);
    const transcript = await whisper.transcribe({
      samples: second,
      rateHz: 16_000 as const,
      languageCode: 'en',
      signal: { aborted: false },
    });
    const { decoded } = transcript!;
    expect(decoded.tokens.length).toBeGreaterThan(0);
    expect(decoded.tokens.length).toBeLessThanOrEqual(19);
    for (const token of decoded.tokens) expect(token).toBeLessThan(toy.end);
    expect(decoded.probabilities.length).toBe(decoded.tokens.length + (decoded.ended ? 1 : 0));
    if (decoded.ended) expect(decoded.alignment).toHaveLength(decoded.tokens.length + 1);
    await whisper.close();
  });

  it('returns the same tokens for any draft', async () => {
    const whisper = await openWhisper(folder, open);
    const ask = async (draft: readonly number[]) => {
      const options = {
        samples: second,
        rateHz: 16_000 as const,
        languageCode: 'en',
        draft,
        signal: { aborted: false },
      };
      return (await whisper.transcribe(options))!.decoded;
    };
    const plain = await ask([]);
    const helped = await ask(plain.tokens);
    expect(helped.tokens).toEqual(plain.tokens);
    expect(helped.steps).toBeLessThan(plain.steps);
    for (const draft of [[1, 2, 3], plain.tokens.slice(0, 2), [...plain.tokens, 6, 7], plain.tokens.with(1, 9)]) {
      expect((await ask(draft)).tokens).toEqual(plain.tokens);
    }
    await whisper.close();
  });
});

describe('a damaged model folder', () => {
  it.each(files)('is reported if %s is missing', async (name) => {
    await rm(join(folder, name));
    await expect(createEngine({ modelDir: folder }, open)).rejects.toMatchObject({ code: 'model_missing' });
  });

  it.each(files)('is reported if %s is truncated', async (name) => {
    const bytes = await readFile(join(folder, name));
    await writeFile(join(folder, name), bytes.subarray(0, bytes.length / 2));
    await expect(createEngine({ modelDir: folder }, open)).rejects.toMatchObject({ code: 'model_unreadable' });
  });

  it('is reported if made for another version', async () => {
    await writeFile(join(folder, 'recogniser.json'), '{"format": 1}');
    await expect(createEngine({ modelDir: folder }, open)).rejects.toMatchObject({ code: 'model_unreadable' });
  });
});
