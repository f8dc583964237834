import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../media/emulator/random.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { OpenSession, Session } from '../../media/line/engine.ts';
import { measureBatches } from '../../media/vad/measure-batches.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { openVoiceNet } from '../../media/vad/voice-net.ts';
import { modelPath } from '../models.ts';

const path = join(modelPath('silero-vad'), 'model.onnx');
const runtime = createOpenSession({ providers: ['cpu'] });
const unused: OpenSession = () => Promise.reject(new Error('the runtime was asked for a model'));

/** Eight seconds of noise, tones that glide and silence, at several levels. */
function sound(seed: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length: 64_000 }, (_, at) => {
    const part = Math.floor(at / 8000);
    if (part === 3) return 0;
    const pitch = Math.sin(2 * Math.PI * (at / 8000) * (90 + 30 * seed + 40 * Math.sin(at / 900)));
    const level = 10 ** (-part / 3);
    return level * (0.6 * Math.sign(pitch) * Math.abs(pitch) ** 0.3 * Math.sin(at / 700) ** 2 + 0.2 * (random() - 0.5));
  });
}

async function probabilities(session: Session, samples: Float32Array): Promise<number[]> {
  const found: number[] = [];
  const vad = createVoiceActivity(session);
  const stream = vad.open({ onStep: ({ probability }) => void found.push(probability) });
  for (let at = 0; at < samples.length; at += 1600) {
    stream.push(samples.subarray(at, at + 1600));
    await vad.run();
  }
  return found;
}

describe('the kernel of the voice detector', () => {
  let kernel: Session;
  let graph: Session;
  beforeAll(async () => {
    kernel = await openVoiceNet(path, unused, 'wasm');
    graph = await openVoiceNet(path, runtime, 'ts');
  });
  afterAll(() => graph.close());

  it.each([1, 2, 3])('agrees with ONNX Runtime on sound %i', async (seed) => {
    const [made, expected] = [await probabilities(kernel, sound(seed)), await probabilities(graph, sound(seed))];
    expect(made.length).toBe(250);
    expect(Math.max(...expected) - Math.min(...expected)).toBeGreaterThan(0.3);
    const largest = Math.max(...made.map((value, i) => Math.abs(value - expected[i]!)));
    expect(largest).toBeLessThan(2e-5);
  });

  it('gives a stream the same bits in every batch', async () => {
    const timings = await measureBatches(kernel, () => 0);
    expect(timings.map(({ exact }) => exact)).toEqual(timings.map(() => true));
  });
});

/** Stores the biases of the convolutions in `float_data`, which has the same bytes, instead of `raw_data`. */
function withFloatData(model: Buffer): Buffer {
  return Buffer.from(model.toString('latin1').replaceAll('conv.biasJ', 'conv.bias"'), 'latin1');
}

describe('a file that is not this net', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'voice-net-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is opened by the runtime: another model, a damaged one, none', async () => {
    const own = readFileSync(path);
    const files = {
      'other.onnx': readFileSync(join(modelPath('smart-turn'), 'model.onnx')),
      'short.onnx': own.subarray(0, own.length / 2),
      'other-form.onnx': withFloatData(own),
      'text.onnx': Buffer.from('<html>not found</html>'),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    for (const name of [...Object.keys(files), 'none.onnx']) {
      await expect(openVoiceNet(join(folder, name), unused, 'wasm'), name).rejects.toThrow('the runtime was asked');
    }
  });
});
