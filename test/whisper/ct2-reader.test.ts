import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCt2 } from '../../models/whisper/ct2-reader.ts';
import { type SyntheticModel, toy, writeSyntheticModel } from './synthetic-model.ts';

let model: SyntheticModel;
let folder: string;

beforeAll(async () => {
  model = await writeSyntheticModel();
  folder = await mkdtemp(join(tmpdir(), 'ct2-'));
});
afterAll(async () => {
  await model.remove();
  await rm(folder, { recursive: true, force: true });
});

const open = async (bytes: Uint8Array) => {
  const path = join(folder, 'model.bin');
  await writeFile(path, bytes);
  return openCt2(path);
};

describe('the reader of CTranslate2 weights', () => {
  it('returns every variable as written', async () => {
    const read = await open(model.bytes);
    expect(read.spec).toBe('WhisperSpec');
    expect(read.revision).toBe(3);
    expect(await read.integer('encoder/num_heads')).toBe(toy.heads);
    for (const [name, { dims, data }] of model.weights) {
      expect(read.dims(name)).toEqual(dims);
      expect(await read.floats(name)).toEqual(data);
    }
    await read.close();
  });

  it('follows aliases', async () => {
    const read = await open(model.bytes);
    expect(await read.floats('decoder/projection/weight')).toEqual(await read.floats('decoder/embeddings/weight'));
    await read.close();
  });

  it('reports a truncated file, wherever it ends', async () => {
    for (const share of [0, 0.0001, 0.3, 0.9, 0.9999]) {
      const cut = model.bytes.subarray(0, Math.floor(share * model.bytes.length));
      await expect(open(cut)).rejects.toMatchObject({
        code: 'model_unreadable',
        message: expect.stringContaining('cut short'),
      });
    }
    await expect(open(model.bytes.subarray(0, -1))).rejects.toMatchObject({ code: 'model_unreadable' });
  });

  it('reports files of another kind or version, and contradictory sizes', async () => {
    await expect(open(Buffer.from('PK\x03\x04 not a model at all'))).rejects.toMatchObject({
      code: 'model_unreadable',
    });
    const damaged = Uint8Array.from(model.bytes);
    damaged[model.bytes.length - 2000] = 0xff;
    const nameAt = Buffer.from(model.bytes).indexOf('encoder/conv1/weight\0');
    damaged[nameAt + 'encoder/conv1/weight\0'.length + 1] = 0xff;
    await expect(open(damaged)).rejects.toMatchObject({ message: expect.stringContaining('encoder/conv1/weight') });
  });

  it('reports a missing file', async () => {
    await expect(openCt2(join(folder, 'absent.bin'))).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('reports a missing variable', async () => {
    const read = await open(model.bytes);
    expect(() => read.dims('encoder/nothing')).toThrow('encoder/nothing');
    await read.close();
  });
});
