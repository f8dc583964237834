import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tiny Whisper with random weights, in the input files of the converter. */
export interface SyntheticModel {
  readonly folder: string;
  readonly bytes: Uint8Array;
  readonly weights: ReadonlyMap<string, { readonly dims: readonly number[]; readonly data: Float32Array }>;
  remove(): Promise<void>;
}

export const toy = {
  width: 16,
  heads: 2,
  layers: 2,
  mels: 80,
  audioPositions: 30,
  textPositions: 24,
  vocabulary: 48,
  end: 40,
  start: 41,
  noSpeech: 43,
  noTimestamps: 44,
} as const;

const specials = ['endoftext', 'startoftranscript', 'transcribe', 'nospeech', 'notimestamps'];

export const toyConfig = {
  suppress_ids: [3, 4],
  suppress_ids_begin: [5, 40],
  alignment_heads: [
    [1, 0],
    [0, 1],
  ],
};

export async function writeSyntheticModel(): Promise<SyntheticModel> {
  const folder = await mkdtemp(join(tmpdir(), 'whisper-'));
  const weights = randomWeights();
  const bytes = encode(weights);
  const tokenizer = {
    added_tokens: specials.map((name, i) => ({ id: 40 + i, content: `<|${name}|>` })),
    model: { vocab: Object.fromEntries(Array.from({ length: 40 }, (_, id) => [String.fromCharCode(0x41 + id), id])) },
  };
  await writeFile(join(folder, 'model.bin'), bytes);
  await writeFile(join(folder, 'config.json'), JSON.stringify(toyConfig));
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  return { folder, bytes, weights, remove: () => rm(folder, { recursive: true, force: true }) };
}

function randomWeights(): Map<string, { dims: number[]; data: Float32Array }> {
  const { width, layers, mels, audioPositions, textPositions, vocabulary } = toy;
  const random = createRandom(7);
  const weights = new Map<string, { dims: number[]; data: Float32Array }>();
  const add = (name: string, dims: number[], scale: number, centre = 0): void => {
    const size = dims.reduce((product, dim) => product * dim, 1);
    // Values that half floats represent exactly.
    const data = Float32Array.from({ length: size }, () => Math.round((centre + scale * random()) * 256) / 256 + 0);
    weights.set(name, { dims, data });
  };
  const linear = (name: string, outputs: number, inputs: number): void => {
    add(`${name}/weight`, [outputs, inputs], 1.5 / Math.sqrt(inputs));
    add(`${name}/bias`, [outputs], 0.1);
  };
  const norm = (name: string): void => {
    add(`${name}/gamma`, [width], 0.2, 1);
    add(`${name}/beta`, [width], 0.2);
  };
  for (const half of ['encoder', 'decoder']) {
    for (let i = 0; i < layers; i += 1) {
      const layer = `${half}/layer_${i}`;
      norm(`${layer}/self_attention/layer_norm`);
      linear(`${layer}/self_attention/linear_0`, 3 * width, width);
      linear(`${layer}/self_attention/linear_1`, width, width);
      norm(`${layer}/ffn/layer_norm`);
      linear(`${layer}/ffn/linear_0`, 4 * width, width);
      linear(`${layer}/ffn/linear_1`, width, 4 * width);
      if (half === 'encoder') continue;
      norm(`${layer}/attention/layer_norm`);
      linear(`${layer}/attention/linear_0`, width, width);
      linear(`${layer}/attention/linear_1`, 2 * width, width);
      linear(`${layer}/attention/linear_2`, width, width);
    }
    norm(`${half}/layer_norm`);
  }
  add('encoder/conv1/weight', [width, mels, 3], 0.1);
  add('encoder/conv1/bias', [width], 0.1);
  add('encoder/conv2/weight', [width, width, 3], 0.3);
  add('encoder/conv2/bias', [width], 0.1);
  add('encoder/position_encodings/encodings', [audioPositions, width], 0.5);
  // Positions outweigh tokens, or tied embeddings would repeat the first token endlessly.
  add('decoder/position_encodings/encodings', [textPositions, width], 3);
  add('decoder/embeddings/weight', [vocabulary, width], 1);
  return weights;
}

const half = 4;
const int16 = 2;

function encode(weights: Map<string, { dims: number[]; data: Float32Array }>): Uint8Array {
  const parts: Uint8Array[] = [u32(6), text('WhisperSpec'), u32(3), u32(weights.size + 2)];
  for (const name of ['encoder/num_heads', 'decoder/num_heads']) {
    parts.push(text(name), Uint8Array.of(0, int16), u32(2), Uint8Array.of(toy.heads, 0));
  }
  for (const [name, { dims, data }] of weights) {
    parts.push(text(name), Uint8Array.of(dims.length), ...dims.map(u32), Uint8Array.of(half), u32(2 * data.length));
    parts.push(new Uint8Array(Uint16Array.from(data, toHalf).buffer));
  }
  parts.push(u32(1), text('decoder/projection/weight'), text('decoder/embeddings/weight'));
  return Buffer.concat(parts);
}

const u32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
const text = (value: string): Uint8Array =>
  Buffer.concat([new Uint8Array(Uint16Array.of(value.length + 1).buffer), Buffer.from(`${value}\0`)]);

function toHalf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}

/** Uniform in [-1, 1), deterministic. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
