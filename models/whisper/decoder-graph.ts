import type { Ct2Model } from './ct2-reader.ts';
import { createLayers, type Layers, type Precision } from './layers.ts';
import { bytesOf, createGraph, type GraphBuilder, type OnnxGraph } from './onnx-graph.ts';
import type { WhisperShape } from './shape.ts';

export interface DecoderOptions {
  readonly precision: Precision;
  /** Forbidden tokens of each kind of step, by row of the `choice` input. */
  readonly banned: readonly (readonly number[])[];
  readonly noSpeechToken: number;
  /** (layer, head) pairs whose cross-attention follows the audio. */
  readonly alignmentHeads: readonly (readonly [number, number])[];
}

/** Far below any logit, but finite, so that softmax arithmetic stays defined. */
const never = -1e9;

/**
 * Builds the decoder: Q new tokens after P known ones, over N encoder columns; results are returned for K of the Q.
 *
 * Inputs: `tokens` [Q], `positions` [Q], `take` [K] (indexes into Q), `choice` [K] (row of banned tokens), and queries:
 * `asked` [A] tokens whose probability is returned after `asked_of` [A] (indexes into K), int64; `past` [P, 2 * layers
 * * width] float32, the keys and values of all layers for each known token; `mask` [1, 1, Q, P + Q] float32, added to
 * self-attention; `weights` [N] float32 as in the encoder; `cross_key_i`, `cross_value_i` from the encoder. Outputs:
 * `token` [K] int64, the best allowed one; `probability` [K], `no_speech` [K] and `asked_probability` [A] float32;
 * `rows` [Q, 2 * layers * width] to append to `past`; `alignment` [heads, Q, N] float32, logits of the alignment heads.
 */
export function decoderGraph(model: Ct2Model, shape: WhisperShape, options: DecoderOptions): OnnxGraph {
  const graph = createGraph('whisper_decoder');
  const layers = createLayers(graph, model, options.precision);
  const rowWidth = 2 * shape.decoderLayers * shape.width;
  const tokens = graph.input('tokens', 'int64', ['Q']);
  const positions = graph.input('positions', 'int64', ['Q']);
  const take = graph.input('take', 'int64', ['K']);
  const choice = graph.input('choice', 'int64', ['K']);
  const asked = [graph.input('asked_of', 'int64', ['A']), graph.input('asked', 'int64', ['A'])] as const;
  const past = graph.input('past', 'float32', ['P', rowWidth]);
  const mask = graph.input('mask', 'float32', [1, 1, 'Q', 'S']);
  const weights = graph.input('weights', 'float32', ['N']);

  const known = graph.nodes('Split', [past], { outputs: 2 * shape.decoderLayers, attributes: { axis: -1 } });
  const places = graph.node('Gather', [layers.variable('decoder/position_encodings/encodings'), positions]);
  const embedded = layers.add(embed(graph, layers, options.precision, tokens), places);
  let x = layers.reshape(embedded, [1, -1, shape.width]);
  const crossBias = spreadOver(graph, layers, weights, tokens);

  const rows: string[] = [];
  const alignment: string[] = [];
  for (let i = 0; i < shape.decoderLayers; i += 1) {
    const own = selfAttention(graph, layers, {
      x,
      mask,
      name: `decoder/layer_${i}/self_attention`,
      heads: shape.heads,
      known: [known[2 * i]!, known[2 * i + 1]!],
    });
    rows.push(...own.rows);
    x = layers.add(x, own.mixed);
    const aligned = options.alignmentHeads.filter(([layer]) => layer === i).map(([, head]) => head);
    const cross = crossAttention(graph, layers, { x, bias: crossBias, index: i, shape, aligned });
    if (cross.alignment !== undefined) alignment.push(cross.alignment);
    x = layers.add(x, cross.mixed);
    x = layers.feedForward(x, `decoder/layer_${i}/ffn`);
  }

  const wanted = graph.node('Gather', [layers.reshape(x, [-1, shape.width]), take]);
  choose(graph, layers, { x: layers.layerNorm(wanted, 'decoder/layer_norm'), choice, asked, shape, options });
  const concat = (parts: string[], axis: number): string => graph.node('Concat', parts, { attributes: { axis } });
  graph.output('rows', concat(rows, -1), 'float32', ['Q', rowWidth]);
  if (alignment.length > 0) {
    graph.output('alignment', concat(alignment, 0), 'float32', [options.alignmentHeads.length, 'Q', 'N']);
  }
  return graph.build();
}

const embedding = 'decoder/embeddings/weight';

function embed(graph: GraphBuilder, layers: Layers, precision: Precision, tokens: string): string {
  if (precision === 'float32') return graph.node('Gather', [layers.variable(embedding), tokens]);
  return layers.rows(embedding, tokens);
}

/** Expands [N] to [1, 1, Q, N]. */
function spreadOver(graph: GraphBuilder, layers: Layers, weights: string, tokens: string): string {
  const target = graph.node(
    'Concat',
    [graph.ints('ones', [1, 1]), graph.node('Shape', [tokens]), graph.node('Shape', [weights])],
    {
      attributes: { axis: 0 },
    },
  );
  return graph.node('Expand', [layers.reshape(weights, [1, 1, 1, -1]), target]);
}

interface SelfAttention {
  readonly x: string;
  readonly mask: string;
  readonly name: string;
  readonly heads: number;
  readonly known: readonly [string, string];
}

function selfAttention(graph: GraphBuilder, layers: Layers, { x, mask, name, heads, known }: SelfAttention) {
  const fused = layers.linear(layers.layerNorm(x, `${name}/layer_norm`), `${name}/linear_0`);
  const [query, key, value] = graph.nodes('Split', [fused], { outputs: 3, attributes: { axis: -1 } }) as [
    string,
    string,
    string,
  ];
  const rows = [key, value].map((part) => graph.node('Squeeze', [part, graph.ints('axis_0', [0])]));
  const [keys, values] = rows.map((row, i) => {
    const all = graph.node('Concat', [known[i]!, row], { attributes: { axis: 0 } });
    return graph.node('Unsqueeze', [all, graph.ints('axis_0', [0])]);
  }) as [string, string];
  const mixed = graph.node('MultiHeadAttention', [query, keys, values, '', '', mask], {
    domain: 'com.microsoft',
    attributes: { num_heads: heads },
  });
  return { mixed: layers.linear(mixed, `${name}/linear_1`), rows };
}

interface CrossAttention {
  readonly x: string;
  readonly bias: string;
  readonly index: number;
  readonly shape: WhisperShape;
  readonly aligned: readonly number[];
}

function crossAttention(graph: GraphBuilder, layers: Layers, { x, bias, index, shape, aligned }: CrossAttention) {
  const name = `decoder/layer_${index}/attention`;
  const headWidth = shape.width / shape.heads;
  const [keys, values] = ['key', 'value'].map((kind) =>
    graph.input(`cross_${kind}_${index}`, 'float32', [1, shape.heads, 'N', headWidth]),
  ) as [string, string];
  const query = layers.linear(layers.layerNorm(x, `${name}/layer_norm`), `${name}/linear_0`);
  const inputs = [query, keys, values, '', '', bias];
  const domain = 'com.microsoft';
  const attributes = { num_heads: shape.heads };
  const mixed = graph.node('MultiHeadAttention', inputs, { domain, attributes });
  const out = { mixed: layers.linear(mixed, `${name}/linear_2`) };
  if (aligned.length === 0) return { ...out, alignment: undefined };
  const perHead = graph.node('Transpose', [layers.reshape(query, [-1, shape.heads, headWidth])], {
    attributes: { perm: [1, 0, 2] },
  });
  const heads = graph.ints(`heads_${aligned.join('_')}`, aligned);
  const pick = (from: string): string => graph.node('Gather', [from, heads], { attributes: { axis: 0 } });
  const columns = graph.node('Transpose', [pick(layers.reshape(keys, [shape.heads, -1, headWidth]))], {
    attributes: { perm: [0, 2, 1] },
  });
  return { ...out, alignment: graph.node('MatMul', [pick(perHead), columns]) };
}

interface Choose {
  readonly x: string;
  readonly choice: string;
  readonly asked: readonly [of: string, token: string];
  readonly shape: WhisperShape;
  readonly options: DecoderOptions;
}

function choose(graph: GraphBuilder, layers: Layers, { x, choice, asked, shape, options }: Choose): void {
  const banned = graph.node('Gather', [bans(graph, shape, options.banned), choice]);
  const columns = asked.map((indices) => layers.reshape(indices, [-1, 1]));
  const places = graph.node('Concat', columns, { attributes: { axis: 1 } });
  const logits =
    options.precision === 'float32'
      ? graph.node('Gemm', [x, layers.variable(embedding)], { attributes: { transB: 1 } })
      : quickLogits(graph, layers, { x, banned, asked, places });
  const probabilities = graph.node('Softmax', [logits], { attributes: { axis: -1 } });
  const allowed = layers.add(logits, banned);
  const best = graph.node('ArgMax', [allowed], { attributes: { axis: -1, keepdims: 1 } });
  const flat = (of: string): string => layers.reshape(of, [-1]);
  graph.output('token', flat(best), 'int64', ['K']);
  const probability = graph.node('GatherElements', [probabilities, best], { attributes: { axis: -1 } });
  graph.output('probability', flat(probability), 'float32', ['K']);
  const noSpeech = graph.node('Gather', [probabilities, graph.ints('no_speech_token', [options.noSpeechToken])], {
    attributes: { axis: -1 },
  });
  graph.output('no_speech', flat(noSpeech), 'float32', ['K']);
  graph.output('asked_probability', graph.node('GatherND', [probabilities, places]), 'float32', ['A']);
}

/** Forbidden tokens of each kind of step as a table to add to logits. */
function bans(graph: GraphBuilder, { vocabulary }: WhisperShape, banned: DecoderOptions['banned']): string {
  return graph.constant({
    name: 'bans',
    type: 'float32',
    dims: [banned.length, vocabulary],
    bytes: async () => {
      const table = new Float32Array(banned.length * vocabulary);
      banned.forEach((tokens, row) => {
        for (const token of tokens) table[row * vocabulary + token] = never;
      });
      return bytesOf(table);
    },
  });
}

/** Likeliest tokens of each step by 4 bits, which are weighed exactly. */
const weighed = 16;

interface QuickLogits {
  readonly x: string;
  readonly banned: string;
  readonly asked: readonly [of: string, token: string];
  /** [A, 2]: `asked_of` and `asked`. */
  readonly places: string;
}

/**
 * Logits of 4 bits, which take half the time of 8, and exact ones for the likeliest tokens and those asked about. 4 bits
 * alone make 1.7 errors more in 100 words.
 */
function quickLogits(
  graph: GraphBuilder,
  layers: Layers,
  { x, banned, asked: [of, token], places }: QuickLogits,
): string {
  const rough = layers.roughProduct(x, embedding);
  const count = graph.ints('weighed', [weighed]);
  const [, best] = graph.nodes('TopK', [layers.add(rough, banned), count], { outputs: 2, attributes: { sorted: 0 } });
  const likely = graph.node('MatMul', [
    layers.rows(embedding, best!),
    graph.node('Unsqueeze', [x, graph.ints('axis_2', [2])]),
  ]);
  const exact = graph.node('Squeeze', [likely, graph.ints('axis_2', [2])]);
  const refined = graph.node('ScatterElements', [rough, best!, exact], { attributes: { axis: -1 } });
  const products = graph.node('Mul', [graph.node('Gather', [x, of]), layers.rows(embedding, token)]);
  const sums = graph.node('ReduceSum', [products, graph.ints('axis_1', [1])], { attributes: { keepdims: 0 } });
  return graph.node('ScatterND', [refined, places, sums]);
}
