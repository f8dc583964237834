import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaFault } from '../line/fault.ts';

/** Contents of `recogniser.json`, which the conversion writes next to the graphs. */
export interface ModelCard {
  readonly format: 2;
  readonly precision: 'int8' | 'float32';
  readonly shape: {
    readonly width: number;
    readonly heads: number;
    readonly decoderLayers: number;
    readonly mels: number;
    /** Encoder positions of the 30 s window, 20 ms each. */
    readonly audioPositions: number;
    readonly textPositions: number;
  };
  readonly special: {
    readonly start: number;
    readonly end: number;
    readonly transcribe: number;
    readonly noTimestamps: number;
    /** Language code to token; empty for an English-only model. */
    readonly languages: Readonly<Record<string, number>>;
  };
  /** Number of cross-attention heads that the decoder outputs for word times; 0 for none. */
  readonly alignmentHeads: number;
}

/** Rows of banned tokens in the decoder graph, as selected by its `choice` input. */
export const choices = { first: 0, next: 1, language: 2 } as const;

/** Throws `model_missing` or `model_unreadable`. */
export async function readModelCard(modelDir: string): Promise<ModelCard> {
  const path = join(modelDir, 'recogniser.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new MediaFault('model_missing', `no recogniser found at ${modelDir}`, { cause });
  });
  const card = parse(text);
  if (card?.format !== 2) throw new MediaFault('model_unreadable', `${path} is not a model card of format 2`);
  return card;
}

function parse(text: string): ModelCard | undefined {
  try {
    return JSON.parse(text) as ModelCard;
  } catch {
    return undefined;
  }
}
