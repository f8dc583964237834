import type { Ct2Model } from './ct2-reader.ts';
import { createLayers, type Layers, type Precision } from './layers.ts';
import { createGraph, type GraphBuilder, type OnnxGraph } from './onnx-graph.ts';
import type { WhisperShape } from './shape.ts';

/**
 * Builds the encoder, including the cross-attention keys and values of every decoder layer.
 *
 * Inputs: `mel` [1, mels, T] float32; `frames` [N] int64, the index among the T/2 convolved frames for each column;
 * `positions` [N] int64, the column's position in the 30 s window; `weights` [N] float32, log of the number of
 * positions it represents. Outputs: `cross_key_i`, `cross_value_i` [1, heads, N, head width] float32 for each decoder
 * layer i.
 */
export function encoderGraph(model: Ct2Model, shape: WhisperShape, precision: Precision): OnnxGraph {
  const graph = createGraph('whisper_encoder');
  const layers = createLayers(graph, model, precision);
  const mel = graph.input('mel', 'float32', [1, shape.mels, 'T']);
  const frames = graph.input('frames', 'int64', ['N']);
  const positions = graph.input('positions', 'int64', ['N']);
  const weights = graph.input('weights', 'float32', ['N']);

  const heard = graph.node('Transpose', [convolve(graph, layers, mel)], { attributes: { perm: [0, 2, 1] } });
  const columns = graph.node('Gather', [heard, frames], { attributes: { axis: 1 } });
  const places = graph.node('Gather', [layers.variable('encoder/position_encodings/encodings'), positions]);
  let x = layers.add(columns, places);

  const bias = spread(graph, layers, weights);
  for (let i = 0; i < shape.encoderLayers; i += 1) {
    const name = `encoder/layer_${i}`;
    x = layers.add(x, selfAttention(graph, layers, { x, bias, name: `${name}/self_attention`, heads: shape.heads }));
    x = layers.feedForward(x, `${name}/ffn`);
  }
  x = layers.layerNorm(x, 'encoder/layer_norm');

  const headWidth = shape.width / shape.heads;
  for (let i = 0; i < shape.decoderLayers; i += 1) {
    const both = layers.linear(x, `decoder/layer_${i}/attention/linear_1`);
    const split = graph.node('Transpose', [layers.reshape(both, [1, -1, 2, shape.heads, headWidth])], {
      attributes: { perm: [2, 0, 3, 1, 4] },
    });
    ['key', 'value'].forEach((kind, index) => {
      const part = graph.node('Gather', [split, graph.constant(scalar(index))], { attributes: { axis: 0 } });
      graph.output(`cross_${kind}_${i}`, part, 'float32', [1, shape.heads, 'N', headWidth]);
    });
  }
  return graph.build();
}

function convolve(graph: GraphBuilder, layers: Layers, mel: string): string {
  let x = mel;
  for (const [name, stride] of [['encoder/conv1', 1] as const, ['encoder/conv2', 2] as const]) {
    const inputs = [x, layers.variable(`${name}/weight`), layers.variable(`${name}/bias`)];
    const attributes = { kernel_shape: [3], pads: [1, 1], strides: [stride] };
    x = layers.gelu(graph.node('Conv', inputs, { attributes }));
  }
  return x;
}

/** Expands [N] to [1, 1, N, N]: every query has the same weight for a column. */
function spread(graph: GraphBuilder, layers: Layers, weights: string): string {
  const count = graph.node('Shape', [weights]);
  const ones = graph.ints('ones', [1, 1]);
  const target = graph.node('Concat', [ones, count, count], { attributes: { axis: 0 } });
  return graph.node('Expand', [layers.reshape(weights, [1, 1, 1, -1]), target]);
}

function selfAttention(
  graph: GraphBuilder,
  layers: Layers,
  { x, bias, name, heads }: { x: string; bias: string; name: string; heads: number },
): string {
  const fused = layers.linear(layers.layerNorm(x, `${name}/layer_norm`), `${name}/linear_0`);
  const parts = graph.nodes('Split', [fused], { outputs: 3, attributes: { axis: -1 } });
  const mixed = graph.node('MultiHeadAttention', [...parts, '', '', bias], {
    domain: 'com.microsoft',
    attributes: { num_heads: heads },
  });
  return layers.linear(mixed, `${name}/linear_1`);
}

const scalar = (value: number) => ({
  name: `index_${value}`,
  type: 'int64' as const,
  dims: [],
  bytes: async () => new Uint8Array(BigInt64Array.of(BigInt(value)).buffer),
});
