import type { SyntheticModel } from './synthetic-model.ts';
import { toy } from './synthetic-model.ts';

/** Reference implementation of Whisper in plain loops, for comparison with a graph. A matrix is an array of rows. */
type Matrix = number[][];

export interface Reference {
  /** Encoder output [positions, width] of mel [mels][frames]. */
  encode(mel: Matrix): Matrix;
  /** Logits [tokens, vocabulary] of every token. */
  decode(tokens: readonly number[], audio: Matrix): Matrix;
  /** y = x W^T + b. */
  linear(x: Matrix, name: string): Matrix;
}

export function createReference(model: SyntheticModel): Reference {
  const weight = (name: string) => {
    const found = model.weights.get(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const rows = (name: string): Matrix => {
    const { dims, data } = weight(name);
    return Array.from({ length: dims[0]! }, (_, i) => [...data.subarray(i * dims[1]!, (i + 1) * dims[1]!)]);
  };
  const linear = (x: Matrix, name: string): Matrix => {
    const bias = weight(`${name}/bias`).data;
    return product(x, rows(`${name}/weight`)).map((row) => row.map((value, i) => value + bias[i]!));
  };
  const norm = (x: Matrix, name: string): Matrix => {
    const [gamma, beta] = [weight(`${name}/gamma`).data, weight(`${name}/beta`).data];
    return x.map((row) => {
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
      const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
      return row.map((value, i) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gamma[i]! + beta[i]!);
    });
  };
  const convolve = (x: Matrix, name: string, stride: number): Matrix => {
    const { dims, data } = weight(`${name}/weight`);
    const bias = weight(`${name}/bias`).data;
    const [outputs, inputs] = dims as [number, number];
    const length = x[0]!.length;
    return Array.from({ length: outputs }, (_, o) =>
      Array.from({ length: Math.floor((length - 1) / stride) + 1 }, (_, t) => {
        let sum = bias[o]!;
        for (let i = 0; i < inputs; i += 1) {
          for (let k = 0; k < 3; k += 1) sum += (x[i]![t * stride + k - 1] ?? 0) * data[(o * inputs + i) * 3 + k]!;
        }
        return gelu(sum);
      }),
    );
  };
  const feedForward = (x: Matrix, name: string): Matrix => {
    const wide = linear(norm(x, `${name}/layer_norm`), `${name}/linear_0`).map((row) => row.map(gelu));
    return plus(x, linear(wide, `${name}/linear_1`));
  };
  const selfAttention = (x: Matrix, name: string, causal: boolean): Matrix => {
    const fused = linear(norm(x, `${name}/layer_norm`), `${name}/linear_0`);
    const [q, k, v] = [0, 1, 2].map((i) => fused.map((row) => row.slice(i * toy.width, (i + 1) * toy.width)));
    return plus(x, linear(attend({ q: q!, k: k!, v: v! }, causal), `${name}/linear_1`));
  };

  return {
    linear,
    encode(mel) {
      const heard = transposed(convolve(convolve(mel, 'encoder/conv1', 1), 'encoder/conv2', 2));
      let x = plus(heard, rows('encoder/position_encodings/encodings'));
      for (let i = 0; i < toy.layers; i += 1) {
        x = selfAttention(x, `encoder/layer_${i}/self_attention`, false);
        x = feedForward(x, `encoder/layer_${i}/ffn`);
      }
      return norm(x, 'encoder/layer_norm');
    },
    decode(tokens, audio) {
      const embeddings = rows('decoder/embeddings/weight');
      const places = rows('decoder/position_encodings/encodings');
      let x = tokens.map((token, t) => embeddings[token]!.map((value, i) => value + places[t]![i]!));
      for (let l = 0; l < toy.layers; l += 1) {
        const name = `decoder/layer_${l}`;
        x = selfAttention(x, `${name}/self_attention`, true);
        const q = linear(norm(x, `${name}/attention/layer_norm`), `${name}/attention/linear_0`);
        const both = linear(audio, `${name}/attention/linear_1`);
        const k = both.map((row) => row.slice(0, toy.width));
        const v = both.map((row) => row.slice(toy.width));
        x = plus(x, linear(attend({ q, k, v }, false), `${name}/attention/linear_2`));
        x = feedForward(x, `${name}/ffn`);
      }
      return product(norm(x, 'decoder/layer_norm'), embeddings);
    },
  };
}

function attend({ q, k, v }: { q: Matrix; k: Matrix; v: Matrix }, causal: boolean): Matrix {
  const size = toy.width / toy.heads;
  return q.map((query, t) => {
    const mixed = Array.from({ length: toy.width }, () => 0);
    for (let head = 0; head < toy.heads; head += 1) {
      const span = Array.from({ length: size }, (_, i) => head * size + i);
      const seen = causal ? k.slice(0, t + 1) : k;
      const logits = seen.map((key) => span.reduce((sum, i) => sum + query[i]! * key[i]!, 0) / Math.sqrt(size));
      softmax(logits).forEach((share, s) => {
        for (const i of span) mixed[i]! += share * v[s]![i]!;
      });
    }
    return mixed;
  });
}

export function softmax(logits: readonly number[]): number[] {
  const peak = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp(logit - peak));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

const product = (x: Matrix, w: Matrix): Matrix =>
  x.map((row) => w.map((column) => column.reduce((sum, value, i) => sum + value * row[i]!, 0)));
const plus = (a: Matrix, b: Matrix): Matrix => a.map((row, t) => row.map((value, i) => value + b[t]![i]!));
const transposed = (x: Matrix): Matrix => x[0]!.map((_, t) => x.map((row) => row[t]!));
const gelu = (x: number): number => 0.5 * x * (1 + erf(x / Math.SQRT2));

/** Series expansion of the error function; the arguments here are small. */
function erf(x: number): number {
  if (Math.abs(x) > 4) return Math.sign(x);
  let [term, sum] = [x, x];
  for (let n = 1; n < 80; n += 1) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
