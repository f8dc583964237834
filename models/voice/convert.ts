import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSamples } from '../../media/kit/join-samples.ts';
import { MediaFault } from '../../media/line/fault.ts';
import { bytesOf, createGraph, type OnnxGraph } from '../whisper/onnx-graph.ts';
import { writeOnnx } from '../whisper/onnx-writer.ts';
import { readCheckpoint, type TorchTensor } from './torch-reader.ts';

const layers = 3;
/** ONNX orders the gates of an LSTM input, output, forget, cell; PyTorch input, forget, cell, output. */
const gates = [0, 3, 1, 2] as const;

/**
 * Converts the voice encoder's checkpoint to `model.onnx`. Input `mels` [batch, frames, 40] float32; output `vectors`
 * [batch, 256] float32, non-negative and not normalised. Throws `model_missing` and `model_unreadable`.
 */
export async function convertVoiceEncoder(from: string, to: string): Promise<void> {
  const path = join(from, 'pretrained.pt');
  const tensors = await readCheckpoint(path, 'model_state');
  const find = (name: string): TorchTensor => {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new MediaFault('model_unreadable', `${path} has no tensor ${name}`);
    return tensor;
  };
  await mkdir(to, { recursive: true });
  await writeOnnx(join(to, 'model.onnx'), encoderGraph(find));
}

function encoderGraph(find: (name: string) => TorchTensor): OnnxGraph {
  const graph = createGraph('voice_encoder');
  const constant = (name: string, dims: readonly number[], floats: Float32Array): string =>
    graph.constant({ name, type: 'float32', dims, bytes: async () => bytesOf(floats) });
  const mels = graph.input('mels', 'float32', ['batch', 'frames', 40]);
  let x = graph.node('Transpose', [mels], { attributes: { perm: [1, 0, 2] } });
  let last = '';
  for (let layer = 0; layer < layers; layer += 1) {
    const [input, hidden] = [find(`lstm.weight_ih_l${layer}`), find(`lstm.weight_hh_l${layer}`)];
    const size = hidden.dims[1] as number;
    const bias = joinSamples([
      reordered(find(`lstm.bias_ih_l${layer}`), size),
      reordered(find(`lstm.bias_hh_l${layer}`), size),
    ]);
    const weights = [
      constant(`input_${layer}`, [1, ...input.dims], reordered(input, size)),
      constant(`hidden_${layer}`, [1, ...hidden.dims], reordered(hidden, size)),
      constant(`bias_${layer}`, [1, bias.length], bias),
    ];
    const [steps, final] = graph.nodes('LSTM', [x, ...weights], { attributes: { hidden_size: size }, outputs: 2 });
    x = graph.node('Squeeze', [steps as string, graph.ints('axis_1', [1])]);
    last = graph.node('Squeeze', [final as string, graph.ints('axis_0', [0])]);
  }
  const [weight, bias] = [find('linear.weight'), find('linear.bias')];
  const linear = [
    last,
    constant('linear_weight', weight.dims, weight.floats),
    constant('linear_bias', bias.dims, bias.floats),
  ];
  const vectors = graph.node('Relu', [graph.node('Gemm', linear, { attributes: { transB: 1 } })]);
  graph.output('vectors', vectors, 'float32', ['batch', 256]);
  return graph.build();
}

/** Returns the rows of the four gates in ONNX order. */
function reordered({ dims, floats }: TorchTensor, size: number): Float32Array {
  const block = (size * floats.length) / (dims[0] as number);
  return joinSamples(gates.map((gate) => floats.subarray(gate * block, (gate + 1) * block)));
}
