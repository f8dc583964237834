import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import { rowsFirst } from '../../models/minilm/rows-first.ts';
import { bytesOf, createGraph, elementTypes } from '../../models/whisper/onnx-graph.ts';
import { writeOnnx } from '../../models/whisper/onnx-writer.ts';

const words = 40;
const width = 8;
const table = 'Mul_1:0';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An embedding as MiniLM's package has it: 8-bit rows, a scale for each, widened as a whole. */
async function packed(alsoWhole = false): Promise<Uint8Array> {
  const graph = createGraph('embedding');
  const ids = graph.input('ids', 'int64', ['count']);
  const quantised = graph.constant({
    name: 'q',
    type: 'int8',
    dims: [words, width],
    bytes: async () => bytesOf(Int8Array.from({ length: words * width }, (_, i) => (i * 37) % 251)),
  });
  const scale = graph.constant({
    name: 'scale',
    type: 'float32',
    dims: [words, 1],
    bytes: async () => bytesOf(Float32Array.from({ length: words }, (_, i) => 0.01 + i / 997)),
  });
  const wide = graph.node('Cast', [quantised], { attributes: { to: elementTypes.float32 } });
  const whole = graph.node('Mul', [wide, scale]);
  graph.output('rows', graph.node('Gather', [whole, ids], { attributes: { axis: 0 } }), 'float32', ['count', width]);
  if (alsoWhole) graph.output('whole', whole, 'float32', [words, width]);
  const path = join(folder, 'packed.onnx');
  await writeOnnx(path, graph.build());
  return readFile(path);
}

async function rowsOf(model: Uint8Array, ids: readonly number[]): Promise<unknown> {
  const path = join(folder, 'model.onnx');
  await writeFile(path, model);
  const session = await createOpenSession({ providers: ['cpu'] })(path);
  const { rows } = await session.run({
    ids: { type: 'int64', data: BigInt64Array.from(ids, BigInt), dims: [ids.length] },
  });
  await session.close();
  return rows?.data;
}

describe('an embedding with precomputed rows', () => {
  it('returns the same numbers, bit for bit', async () => {
    const before = await packed();
    const after = rowsFirst(before, table);
    expect(Buffer.compare(before, after)).not.toBe(0);
    for (const ids of [[0], [39, 3, 3, 17], Array.from({ length: words }, (_, i) => i)])
      expect(await rowsOf(after, ids)).toEqual(await rowsOf(before, ids));
  });

  it('is rejected if the table is used elsewhere, or missing', async () => {
    const model = await packed(true);
    expect(() => rowsFirst(model, table)).toThrow('used whole');
    expect(() => rowsFirst(model, 'other')).toThrow('no Mul that makes other');
  });
});
