import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaFault } from '../../media/line/fault.ts';
import { choices, type ModelCard } from '../../media/recogniser/model-card.ts';
import { openCt2 } from './ct2-reader.ts';
import { decoderGraph } from './decoder-graph.ts';
import { encoderGraph } from './encoder-graph.ts';
import type { Precision } from './layers.ts';
import { writeOnnx } from './onnx-writer.ts';
import { shapeOf } from './shape.ts';
import { bannedTokens, type Suppression, specialTokensOf } from './tokens.ts';

export interface ConvertWhisperOptions {
  /** CTranslate2 weights and their two companion files. */
  readonly modelBin: string;
  readonly configJson: string;
  readonly tokenizerJson: string;
  /** Output folder for `encoder.onnx`, `decoder.onnx`, `tokenizer.json`, `config.json` and, last, `recogniser.json`. */
  readonly outDir: string;
  readonly precision?: Precision;
  readonly onProgress?: (fraction: number, what: string) => void;
}

/**
 * Converts CTranslate2 Whisper weights to ONNX graphs with a weighted-silence window. Each file appears atomically;
 * `recogniser.json`, which the recogniser opens first, is written only after the others. Throws `model_missing` and
 * `model_unreadable`.
 */
export async function convertWhisper(options: ConvertWhisperOptions): Promise<void> {
  const { outDir, precision = 'int8', onProgress = () => {} } = options;
  const config = (await readJson(options.configJson)) as Suppression & { alignment_heads?: [number, number][] };
  const tokenizer = await readJson(options.tokenizerJson);
  const model = await openCt2(options.modelBin);
  try {
    const shape = await shapeOf(model);
    const special = specialTokensOf(tokenizer, shape.vocabulary);
    const alignmentHeads = (config.alignment_heads ?? []).toSorted((a, b) => a[0] - b[0]);
    await mkdir(outDir, { recursive: true });
    onProgress(0, 'encoder');
    await writeOnnx(join(outDir, 'encoder.onnx'), encoderGraph(model, shape, precision));
    onProgress(0.3, 'decoder');
    const bans = bannedTokens(config, special, shape.vocabulary);
    const banned = Object.entries(choices)
      .toSorted(([, a], [, b]) => a - b)
      .map(([choice]) => bans[choice as keyof typeof choices]);
    const decoder = decoderGraph(model, shape, { precision, banned, noSpeechToken: special.noSpeech, alignmentHeads });
    await writeOnnx(join(outDir, 'decoder.onnx'), decoder);
    await copyFile(options.tokenizerJson, join(outDir, 'tokenizer.json'));
    await copyFile(options.configJson, join(outDir, 'config.json'));
    const card: ModelCard = { format: 2, precision, shape, special, alignmentHeads: alignmentHeads.length };
    const temporary = join(outDir, 'recogniser.json.part');
    await writeFile(temporary, `${JSON.stringify(card, null, 2)}\n`);
    await rename(temporary, join(outDir, 'recogniser.json'));
    onProgress(1, 'done');
  } finally {
    await model.close();
  }
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new MediaFault('model_missing', `no file found at ${path}`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${path} is not JSON`, { cause });
  }
}
