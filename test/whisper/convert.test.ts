import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenSession } from '../../media/inference/session.ts';
import type { Session, Tensor } from '../../media/line/engine.ts';
import { createDecoder } from '../../media/recogniser/decoder.ts';
import { readModelCard } from '../../media/recogniser/model-card.ts';
import { growPhraseTree, noPhrases } from '../../media/recogniser/phrase-tree.ts';
import { convertWhisper } from '../../models/whisper/convert.ts';
import { createReference, type Reference, softmax } from './reference.ts';
import { createRandom, type SyntheticModel, toy, toyConfig, writeSyntheticModel } from './synthetic-model.ts';

let model: SyntheticModel;
let reference: Reference;
const sessions: Record<'float32' | 'int8', { encoder: Session; decoder: Session }> = {} as never;

const convert = (precision: 'float32' | 'int8', outDir: string) =>
  convertWhisper({
    modelBin: join(model.folder, 'model.bin'),
    configJson: join(model.folder, 'config.json'),
    tokenizerJson: join(model.folder, 'tokenizer.json'),
    outDir,
    precision,
  });

beforeAll(async () => {
  model = await writeSyntheticModel();
  reference = createReference(model);
  const open = createOpenSession({ providers: ['cpu'] });
  for (const precision of ['float32', 'int8'] as const) {
    const folder = join(model.folder, precision);
    await convert(precision, folder);
    sessions[precision] = {
      encoder: await open(join(folder, 'encoder.onnx')),
      decoder: await open(join(folder, 'decoder.onnx')),
    };
  }
});
afterAll(async () => {
  for (const { encoder, decoder } of Object.values(sessions)) {
    await encoder.close();
    await decoder.close();
  }
  await model.remove();
});

const random = createRandom(3);
const frames = 2 * toy.audioPositions;
const mel = Array.from({ length: toy.mels }, () => Array.from({ length: frames }, () => random()));
const rowWidth = 2 * toy.layers * toy.width;

const int64 = (values: readonly number[]): Tensor => ({
  type: 'int64',
  data: BigInt64Array.from(values, BigInt),
  dims: [values.length],
});
const float32 = (values: ArrayLike<number>, dims: readonly number[]): Tensor => ({
  type: 'float32',
  data: Float32Array.from(values),
  dims,
});

/** Columns of the encoder as (frame, position, how many it stands for). */
async function encode(session: Session, columns: readonly (readonly [number, number, number])[]) {
  return session.run({
    mel: float32(mel.flat(), [1, toy.mels, frames]),
    frames: int64(columns.map(([frame]) => frame)),
    positions: int64(columns.map(([, position]) => position)),
    weights: float32(
      columns.map(([, , count]) => Math.log(count)),
      [columns.length],
    ),
  });
}

const everyColumn = Array.from({ length: toy.audioPositions }, (_, i) => [i, i, 1] as const);

interface Ask {
  readonly tokens: readonly number[];
  readonly known: number;
  readonly past: Float32Array;
  readonly columns: number;
}

async function ask(session: Session, cross: Readonly<Record<string, Tensor>>, { tokens, known, past, columns }: Ask) {
  const width = known + tokens.length;
  const mask = tokens.flatMap((_, row) => Array.from({ length: width }, (_, i) => (i > known + row ? -1e9 : 0)));
  return session.run({
    tokens: int64(tokens),
    positions: int64(tokens.map((_, i) => known + i)),
    take: int64(tokens.map((_, i) => i)),
    choice: int64(tokens.map(() => 1)),
    asked_of: int64([tokens.length - 1]),
    asked: int64([askedToken]),
    past: float32(past, [known, rowWidth]),
    mask: float32(mask, [1, 1, tokens.length, width]),
    weights: float32(new Float32Array(columns), [columns]),
    ...cross,
  });
}

const askedToken = 11;
const tokens = [toy.start, toy.noTimestamps, 7, 12, 30, 2];
const fresh = { known: 0, past: new Float32Array(0), columns: toy.audioPositions };

/** Largest difference, relative to the largest value. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let [worst, peak] = [0, 0];
  for (let i = 0; i < a.length; i += 1) {
    worst = Math.max(worst, Math.abs(a[i]! - b[i]!));
    peak = Math.max(peak, Math.abs(b[i]!));
  }
  return worst / peak;
}

function expectedKeys(layer: number): number[] {
  const both = reference.linear(reference.encode(mel), `decoder/layer_${layer}/attention/linear_1`);
  const size = toy.width / toy.heads;
  return Array.from({ length: toy.heads }, (_, head) =>
    both.map((row) => row.slice(head * size, (head + 1) * size)),
  ).flat(2);
}

describe('the converted encoder', () => {
  it('returns the cross-attention keys of a plain Whisper implementation', async () => {
    const cross = await encode(sessions.float32.encoder, everyColumn);
    for (let layer = 0; layer < toy.layers; layer += 1) {
      expect(difference(cross[`cross_key_${layer}`]!.data as Float32Array, expectedKeys(layer))).toBeLessThan(1e-4);
    }
  });

  it('stays close in 8 bits', async () => {
    const cross = await encode(sessions.int8.encoder, everyColumn);
    expect(difference(cross.cross_key_1!.data as Float32Array, expectedKeys(1))).toBeLessThan(0.15);
  });

  it('treats a column of weight three as three equal columns', async () => {
    const heard = everyColumn.slice(0, 10);
    const equal = await encode(sessions.float32.encoder, [...heard, [20, 22, 1], [20, 22, 1], [20, 22, 1]]);
    const standing = await encode(sessions.float32.encoder, [...heard, [20, 22, 3]]);
    const size = toy.width / toy.heads;
    const firstHead = (result: typeof equal) => (result.cross_value_1!.data as Float32Array).subarray(0, 10 * size);
    expect(difference(firstHead(standing), firstHead(equal))).toBeLessThan(1e-5);
    const unweighted = await encode(sessions.float32.encoder, [...heard, [20, 22, 1]]);
    expect(difference(firstHead(unweighted), firstHead(equal))).toBeGreaterThan(1e-3);
  });
});

describe('the converted decoder', () => {
  const banned = new Set([...toyConfig.suppress_ids, 41, 42, 43, 44, 45, 46, 47]);

  it('returns the token and probability of a plain Whisper implementation', async () => {
    const cross = await encode(sessions.float32.encoder, everyColumn);
    const results = await ask(sessions.float32.decoder, cross, { tokens, ...fresh });
    const logits = reference.decode(tokens, reference.encode(mel));
    const best = logits.map((row) => {
      const allowed = row.map((logit, id) => (banned.has(id) ? Number.NEGATIVE_INFINITY : logit));
      return allowed.indexOf(Math.max(...allowed));
    });
    expect([...(results.token!.data as BigInt64Array)].map(Number)).toEqual(best);
    const shares = logits.map(softmax);
    expect(
      difference(
        results.probability!.data as Float32Array,
        best.map((id, i) => shares[i]![id]!),
      ),
    ).toBeLessThan(1e-3);
    expect(
      difference(
        results.no_speech!.data as Float32Array,
        shares.map((row) => row[toy.noSpeech]!),
      ),
    ).toBeLessThan(1e-3);
    expect(difference(results.asked_probability!.data as Float32Array, [shares.at(-1)![askedToken]!])).toBeLessThan(
      1e-3,
    );
  });

  it('chooses the tokens of full precision with logits of 4 bits', async () => {
    const [exact, quick] = await Promise.all(
      (['float32', 'int8'] as const).map(async (precision) => {
        const cross = await encode(sessions.float32.encoder, everyColumn);
        return ask(sessions[precision].decoder, cross, { tokens, ...fresh });
      }),
    );
    expect(quick!.token!.data).toEqual(exact!.token!.data);
    const shares = (results: typeof exact, name: string) => results![name]!.data as Float32Array;
    for (const name of ['probability', 'asked_probability'])
      expect(difference(shares(quick, name), shares(exact, name))).toBeLessThan(0.1);
  });

  it('weighs phrases with a common beginning as it does each alone', async () => {
    const cross = await encode(sessions.float32.encoder, everyColumn);
    const card = await readModelCard(join(model.folder, 'float32'));
    const decoder = createDecoder(sessions.float32.decoder, card);
    const prompt = [toy.start, toy.noTimestamps];
    const heard = reference.encode(mel);
    const sharesAfter = (said: readonly number[]): number[][] =>
      reference
        .decode([...prompt, ...said], heard)
        .map(softmax)
        .slice(prompt.length - 1);
    const likeliest = (said: readonly number[], nth = 0): number =>
      sharesAfter(said)
        .at(-1)!
        .map((share, token) => ({ share, token }))
        .toSorted((x, y) => y.share - x.share)[nth]!.token;
    const [a, b] = [likeliest([]), likeliest([], 1)];
    const after = likeliest([a]);
    const phrases: Record<string, number[]> = {
      one: [a],
      two: [a, after],
      three: [a, after, likeliest([a, after])],
      other: [a, likeliest([a], 1)],
      apart: [b],
      none: [],
    };
    const ends = Array.from({ length: 20 }, (_, i) => 2 * i);
    const encoded = { cross, weights: new Float32Array(toy.audioPositions), audioColumns: toy.audioPositions };
    const signal = { aborted: false };
    const asked = { prompt, draft: [], ends, maxTokens: 4, signal };
    const tree = growPhraseTree(Object.keys(phrases), Object.values(phrases));
    const decoded = await decoder.decode(encoded, { ...asked, phrases: tree });
    const expected = Object.entries(phrases)
      .filter(([, said]) => said.length > 0)
      .map(([text, said]) => {
        const shares = reference
          .decode([...prompt, ...said], heard)
          .map(softmax)
          .slice(prompt.length - 1);
        const ending = ends.reduce((sum, end) => sum + shares[said.length]![end]!, 0);
        return { text, log: said.reduce((sum, token, i) => sum + Math.log(shares[i]![token]!), Math.log(ending)) };
      })
      .filter(({ log }) => log >= -7)
      .toSorted((a, b) => b.log - a.log);
    expect(expected.length).toBeGreaterThan(2);
    expect(decoded!.likely.map(({ text }) => text)).toEqual(expected.map(({ text }) => text));
    for (const [i, { log }] of expected.entries()) expect(decoded!.likely[i]!.logProbability).toBeCloseTo(log, 2);
    const plain = await decoder.decode(encoded, { ...asked, phrases: noPhrases });
    expect(plain).toMatchObject({ tokens: decoded!.tokens, likely: [], steps: decoded!.steps - 1 });
  });

  it('returns the same one token at a time as all at once', async () => {
    const cross = await encode(sessions.float32.encoder, everyColumn);
    const whole = await ask(sessions.float32.decoder, cross, { tokens, ...fresh });
    const rows: number[] = [];
    for (const [known, token] of tokens.entries()) {
      const step = await ask(sessions.float32.decoder, cross, {
        tokens: [token],
        known,
        past: Float32Array.from(rows),
        columns: toy.audioPositions,
      });
      rows.push(...(step.rows!.data as Float32Array));
      expect(step.token!.data[0]).toBe(whole.token!.data[known]);
    }
    expect(difference(rows, whole.rows!.data as Float32Array)).toBeLessThan(1e-4);
  });

  it('never starts with the end or a blank, and never returns a control token', async () => {
    const cross = await encode(sessions.int8.encoder, everyColumn);
    for (let first = 0; first < 40; first += 1) {
      const feeds = { tokens: [toy.start, first], ...fresh };
      const { token } = await ask(sessions.int8.decoder, cross, feeds);
      for (const id of token!.data as BigInt64Array) expect(banned.has(Number(id))).toBe(false);
    }
  });
});

describe('a conversion', () => {
  it('leaves nothing incomplete when the weights are damaged', async () => {
    const damaged = join(model.folder, 'damaged');
    await writeFile(join(model.folder, 'short.bin'), model.bytes.subarray(0, model.bytes.length / 2));
    const files = {
      configJson: join(model.folder, 'config.json'),
      tokenizerJson: join(model.folder, 'tokenizer.json'),
    };
    await expect(
      convertWhisper({ modelBin: join(model.folder, 'short.bin'), ...files, outDir: damaged }),
    ).rejects.toMatchObject({ code: 'model_unreadable' });
    expect(await readdir(damaged).catch(() => [])).toEqual([]);
  });

  it('leaves no temporary file and describes its result', async () => {
    const folder = join(model.folder, 'int8');
    expect((await readdir(folder)).sort()).toEqual([
      'config.json',
      'decoder.onnx',
      'encoder.onnx',
      'recogniser.json',
      'tokenizer.json',
    ]);
    const card = JSON.parse(await readFile(join(folder, 'recogniser.json'), 'utf8'));
    expect(card).toMatchObject({
      format: 2,
      precision: 'int8',
      alignmentHeads: 2,
      shape: { width: toy.width, decoderLayers: toy.layers },
    });
    expect(card.special).toMatchObject({ start: toy.start, end: toy.end, languages: {} });
  });

  it('reports a tokenizer without the required start tokens', async () => {
    const tokenizerJson = join(model.folder, 'bare.json');
    await writeFile(tokenizerJson, '{"added_tokens": [], "model": {"vocab": {}}}');
    const files = { modelBin: join(model.folder, 'model.bin'), configJson: join(model.folder, 'config.json') };
    await expect(convertWhisper({ ...files, tokenizerJson, outDir: join(model.folder, 'bare') })).rejects.toThrow(
      'startoftranscript',
    );
  });
});
