import { MediaFault } from '../../media/line/fault.ts';
import type { Ct2Model } from './ct2-reader.ts';

/** Dimensions of one Whisper model, read from its variables. */
export interface WhisperShape {
  /** Width of the residual stream. */
  readonly width: number;
  readonly heads: number;
  readonly encoderLayers: number;
  readonly decoderLayers: number;
  readonly mels: number;
  /** Encoder positions in the 30 s window. */
  readonly audioPositions: number;
  readonly textPositions: number;
  readonly vocabulary: number;
}

export async function shapeOf(model: Ct2Model): Promise<WhisperShape> {
  if (model.spec !== 'WhisperSpec') {
    throw new MediaFault('model_unreadable', `the model is a ${model.spec}, not a Whisper model`);
  }
  const [vocabulary, width] = model.dims('decoder/embeddings/weight') as [number, number];
  const heads = await model.integer('encoder/num_heads');
  if ((await model.integer('decoder/num_heads')) !== heads || width % heads !== 0) {
    throw new MediaFault('model_unreadable', 'the model has attention heads of unequal width');
  }
  return {
    width,
    heads,
    encoderLayers: countLayers(model, 'encoder'),
    decoderLayers: countLayers(model, 'decoder'),
    mels: model.dims('encoder/conv1/weight')[1]!,
    audioPositions: model.dims('encoder/position_encodings/encodings')[0]!,
    textPositions: model.dims('decoder/position_encodings/encodings')[0]!,
    vocabulary,
  };
}

function countLayers(model: Ct2Model, half: 'encoder' | 'decoder'): number {
  let layers = 0;
  while (model.has(`${half}/layer_${layers}/self_attention/linear_0/weight`)) layers += 1;
  return layers;
}
