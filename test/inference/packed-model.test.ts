import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../media/emulator/random.ts';
import { alignWeights } from '../../media/inference/aligned-weights.ts';
import { packedModel, type SaveSettings } from '../../media/inference/packed-model.ts';
import { createOpenSession, type ModelProvider, type SessionFactoryOptions } from '../../media/inference/session.ts';
import { createNativeGate } from '../../media/kit/native-gate.ts';
import { bytesOf, createGraph } from '../../models/whisper/onnx-graph.ts';
import { writeOnnx } from '../../models/whisper/onnx-writer.ts';

/** Sizes of no multiple of 64 bytes. Parts above 1 MB are aligned already. */
const [width, height] = [33, 4001];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a model of six products to `model.onnx` in a folder of its own. */
async function newModel(seed = 7): Promise<string> {
  const graph = createGraph('products');
  const random = createRandom(seed);
  const weights = (name: string, rows: number, columns: number): string =>
    graph.constant({
      name,
      type: 'float32',
      dims: [rows, columns],
      bytes: async () => bytesOf(Float32Array.from({ length: rows * columns }, () => random() - 0.5)),
    });
  let x = graph.input('x', 'float32', [1, width]);
  for (let layer = 0; layer < 3; layer++) {
    const wide = graph.node('MatMul', [x, weights(`up_${layer}`, width, height)]);
    x = graph.node('MatMul', [graph.node('Relu', [wide]), weights(`down_${layer}`, height, width)]);
  }
  graph.output('y', x, 'float32', [1, width]);
  const path = join(newFolder(), 'model.onnx');
  await writeOnnx(path, graph.build());
  return path;
}

async function open(path: string, options: Partial<SessionFactoryOptions> = {}) {
  const opened: ModelProvider[] = [];
  const session = await createOpenSession({ providers: ['cpu'], onOpened: (one) => opened.push(one), ...options })(
    path,
  );
  const data = Float32Array.from({ length: width }, (_, i) => Math.sin(i));
  const { y } = await session.run({ x: { type: 'float32', data, dims: [1, width] } });
  await session.close();
  return { y: y?.data, unpacked: opened[0]?.unpacked };
}

const save = (path: string) => async (settings: SaveSettings) =>
  (await InferenceSession.create(path, { ...settings, logSeverityLevel: 3 })).release();

async function pack(path: string, how = save(path)): Promise<string> {
  const packed = await packedModel(path, { outputs: [], folders: [], save: how });
  if (packed === undefined) throw new Error('not packed');
  return packed;
}

test('a packed model returns the same bytes as the model', async () => {
  const path = await newModel();
  const create: SessionFactoryOptions['create'] = async (model, settings) => {
    if (settings.optimizedModelFilePath !== undefined) throw new Error('not packed here');
    return InferenceSession.create(model as string, settings);
  };
  const plain = await open(path, { create });
  expect(plain.unpacked).toContain('not packed here');
  for (let start = 0; start < 2; start++) expect(await open(path)).toEqual({ y: plain.y, unpacked: undefined });
});

test('each part of a packed weights file keeps to 64 bytes and its content', async () => {
  const path = await newModel();
  const saved = newFolder();
  await save(path)({
    optimizedModelFilePath: join(saved, 'model.onnx'),
    extra: {
      session: {
        save_external_prepacked_constant_initializers: '1',
        optimized_model_external_initializers_file_name: 'weights.bin',
        optimized_model_external_initializers_min_size_in_bytes: '1024',
      },
    },
  });
  const { model, parts } = alignWeights(readFileSync(join(saved, 'model.onnx')));
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.some(({ fromByte }) => fromByte % 64 !== 0)).toBe(true);
  expect(parts.filter(({ toByte }) => toByte % 64 !== 0)).toEqual([]);
  // What is aligned stays where it is.
  expect(alignWeights(model).parts).toEqual(parts.map((part) => ({ ...part, fromByte: part.toByte })));

  const packed = await pack(path);
  const before = readFileSync(join(saved, 'weights.bin'));
  const after = readFileSync(join(dirname(packed), 'weights.bin'));
  for (const { fromByte, toByte, bytes } of parts)
    expect(after.subarray(toByte, toByte + bytes).equals(before.subarray(fromByte, fromByte + bytes))).toBe(true);
});

test('a model that several threads open at once is packed once', async () => {
  const path = await newModel();
  let saves = 0;
  const count = (settings: SaveSettings) => {
    saves += 1;
    return save(path)(settings);
  };
  const packed = await Promise.all(Array.from({ length: 4 }, () => pack(path, count)));
  expect(new Set(packed).size).toBe(1);
  expect(saves).toBe(1);
});

test('a model in a folder that cannot be written is packed in another, or not at all', async () => {
  const path = await newModel();
  writeFileSync(join(dirname(path), 'packed'), 'a file where the folder would be');
  const other = join(newFolder(), 'packed-models');
  const { y, unpacked } = await open(path);
  expect(unpacked).toMatch(/EEXIST|ENOTDIR/);
  expect(await open(path, { packedFolders: [other] })).toEqual({ y, unpacked: undefined });
  expect(existsSync(other)).toBe(true);
});

test('models of one name keep their packed forms in a common folder', async () => {
  const common = join(newFolder(), 'packed-models');
  const paths = [await newModel(1), await newModel(2)];
  for (const path of paths) writeFileSync(join(dirname(path), 'packed'), 'a file where the folder would be');
  let saves = 0;
  const packIn = (path: string) =>
    packedModel(path, {
      outputs: [],
      folders: [common],
      save: (settings) => {
        saves += 1;
        return save(path)(settings);
      },
    });
  const first = await Promise.all(paths.map(packIn));
  expect(first.map((packed) => existsSync(packed ?? ''))).toEqual([true, true]);
  expect(await Promise.all(paths.map(packIn))).toEqual(first);
  expect(saves).toBe(2);
});

test('a lock that a killed process left holds nobody up for long', async () => {
  const path = await newModel();
  const packed = await pack(path);
  const folder = dirname(packed);
  rmSync(folder, { recursive: true });
  // A process of this number runs: this one.
  writeFileSync(`${folder}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), id: 'earlier' }));
  const packing = packedModel(path, { outputs: [], folders: [], save: save(path), lockWaitMs: 50 });
  await expect(packing).rejects.toThrow(/aborted/);
});

test('a model that was replaced is packed again, and the earlier files are removed', async () => {
  const path = await newModel();
  const first = await pack(path);
  expect(await pack(path)).toBe(first);
  utimesSync(path, 1_000, 1_000);
  const second = await pack(path);
  expect(second).not.toBe(first);
  expect([existsSync(first), existsSync(second)]).toEqual([false, true]);
});

test('a packed model that cannot be loaded is passed over and made again', async () => {
  const path = await newModel();
  const { y } = await open(path);
  const packed = await pack(path);
  writeFileSync(packed, 'damaged');
  const once = await open(path);
  expect(once.y).toEqual(y);
  expect(once.unpacked).toBeDefined();
  expect(await open(path)).toEqual({ y, unpacked: undefined });
});

test('a thread that is ended while it loads a packed model leaves it to the others', async () => {
  const path = await newModel();
  const packed = await pack(path);
  const gate = createNativeGate();
  gate[1] = 1;
  await expect(open(path, { gate })).rejects.toThrow('cannot be loaded');
  expect(existsSync(packed)).toBe(true);
});

test('a model whose packing fails leaves no files', async () => {
  const path = await newModel();
  const fail = () => Promise.reject(new Error('disk full'));
  await expect(pack(path, fail)).rejects.toThrow('disk full');
  expect(readdirSync(join(dirname(path), 'packed'))).toEqual([]);
  expect(existsSync(await pack(path))).toBe(true);
});

test('a small model is opened as it is', async () => {
  const path = join(newFolder(), 'model.onnx');
  writeFileSync(path, 'small');
  expect(await packedModel(path, { outputs: [], folders: [], save: save(path) })).toBeUndefined();
});
