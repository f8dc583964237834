import type { Ct2Model } from './ct2-reader.ts';
import { bytesOf, type ElementType, type GraphBuilder } from './onnx-graph.ts';
import {
  type BlockQuantisedMatrix,
  type QuantisedMatrix,
  quantiseBlocks,
  quantiseRows,
  transpose,
} from './quantise.ts';

export type Precision = 'int8' | 'float32';

/** Layers shared by Whisper's encoder and decoder. Each returns the name of its result in the graph. */
export interface Layers {
  /** y = x W^T + b with the weights of `name`, [out, in]. */
  linear(x: string, name: string): string;
  /** y = x W^T with weights of 4 bits, without a bias: a fast approximation. */
  roughProduct(x: string, weight: string): string;
  /** Rows of a matrix of 8 bits by index, as float32. */
  rows(name: string, indices: string): string;
  layerNorm(x: string, name: string): string;
  /** x plus its feed-forward layer. */
  feedForward(x: string, name: string): string;
  gelu(x: string): string;
  add(a: string, b: string): string;
  reshape(x: string, dims: readonly number[]): string;
  /** A variable unchanged, widened to float32. */
  variable(name: string, dims?: readonly number[]): string;
}

/** Largest weight code. On x86 without VNNI, a u8 × s8 pair sum overflows 16 bits unless weights fit in 7 bits. */
const maxCode = 64;

/** Inputs of each scale of a 4-bit weight. Blocks of 32 inputs take as long as 8 bits (measured). */
const blockInputs = 128;

export function createLayers(graph: GraphBuilder, model: Ct2Model, precision: Precision): Layers {
  const constant = (
    name: string,
    type: ElementType,
    dims: readonly number[],
    make: () => Promise<ArrayBufferView>,
  ): string => graph.constant({ name, type, dims, bytes: async () => bytesOf(await make()) });
  const variable = (name: string, dims = model.dims(name)): string =>
    constant(name, 'float32', dims, () => model.floats(name));

  // Quantises a matrix only once, although its codes and scales are written separately.
  let recent: { name: string; matrix: QuantisedMatrix } | undefined;
  const quantised = async (name: string): Promise<QuantisedMatrix> => {
    if (recent?.name !== name) {
      recent = { name, matrix: quantiseRows(await model.floats(name), model.dims(name)[0]!, maxCode) };
    }
    return recent.matrix;
  };

  const roughProduct = (x: string, weight: string): string => {
    const [outputs, inputs] = model.dims(weight) as [number, number];
    const blocks = Math.ceil(inputs / blockInputs);
    let made: Promise<BlockQuantisedMatrix> | undefined;
    const matrix = (): Promise<BlockQuantisedMatrix> => {
      made ??= model.floats(weight).then((floats) => quantiseBlocks(floats, outputs, blockInputs));
      return made;
    };
    const codes = constant(
      `${weight}.blocks`,
      'uint8',
      [outputs, blocks, blockInputs / 2],
      async () => (await matrix()).codes,
    );
    const scales = constant(
      `${weight}.block_scales`,
      'float32',
      [outputs * blocks],
      async () => (await matrix()).scales,
    );
    // Accuracy level 4: inputs in 8 bits.
    const attributes = { K: inputs, N: outputs, bits: 4, block_size: blockInputs, accuracy_level: 4 };
    return graph.node('MatMulNBits', [x, codes, scales], { domain: 'com.microsoft', attributes });
  };

  const product = (x: string, weight: string, bias: string): string => {
    const [outputs, inputs] = model.dims(weight) as [number, number];
    const codes = constant(`${weight}.codes`, 'int8', [inputs, outputs], async () =>
      transpose((await quantised(weight)).codes, outputs),
    );
    const scales = constant(`${weight}.scales`, 'float32', [outputs], async () => (await quantised(weight)).scales);
    return graph.node('DynamicQuantizeMatMul', [x, codes, scales, '', bias], { domain: 'com.microsoft' });
  };

  const layers: Layers = {
    linear(x, name) {
      const [outputs, inputs] = model.dims(`${name}/weight`) as [number, number];
      const weight = `${name}/weight`;
      const bias = variable(`${name}/bias`);
      if (precision === 'float32') {
        const turned = constant(`${weight}.t`, 'float32', [inputs, outputs], async () =>
          transpose(await model.floats(weight), outputs),
        );
        return layers.add(graph.node('MatMul', [x, turned]), bias);
      }
      return product(x, weight, bias);
    },
    roughProduct,
    layerNorm: (x, name) =>
      graph.node('LayerNormalization', [x, variable(`${name}/gamma`), variable(`${name}/beta`)], {
        attributes: { axis: -1, epsilon: { float: 1e-5 } },
      }),
    feedForward(x, name) {
      const wide = layers.gelu(layers.linear(layers.layerNorm(x, `${name}/layer_norm`), `${name}/linear_0`));
      return layers.add(x, layers.linear(wide, `${name}/linear_1`));
    },
    gelu: (x) => graph.node('Gelu', [x], { domain: 'com.microsoft' }),
    add: (a, b) => graph.node('Add', [a, b]),
    reshape: (x, dims) => graph.node('Reshape', [x, graph.ints(`shape_${dims.join('_')}`, dims)]),
    variable,
    rows(name, indices) {
      const dims = model.dims(name);
      const codes = constant(`${name}.rows`, 'int8', dims, async () => (await quantised(name)).codes);
      const scales = constant(
        `${name}.row_scales`,
        'float32',
        [dims[0]!, 1],
        async () => (await quantised(name)).scales,
      );
      const picked = graph.node('Cast', [graph.node('Gather', [codes, indices])], { attributes: { to: 1 } });
      return graph.node('Mul', [picked, graph.node('Gather', [scales, indices])]);
    },
  };
  return layers;
}
