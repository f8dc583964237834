import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSession } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import type { EmbedderOptions } from './embedding.ts';

/** Opens the model and its tokenizer from one folder. Throws `model_missing` or `model_unreadable`. */
export async function embeddingModelAt(
  folder: string,
  open: OpenSession,
): Promise<Pick<EmbedderOptions, 'session' | 'tokenizer'>> {
  return {
    session: await open(join(folder, 'model.onnx')),
    tokenizer: await tokenizerAt(join(folder, 'tokenizer.json')),
  };
}

async function tokenizerAt(path: string): Promise<object> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new MediaFault('model_missing', `no tokenizer found at ${path}`);
  });
  try {
    return JSON.parse(text) as object;
  } catch (cause) {
    throw new MediaFault('model_unreadable', `the tokenizer at ${path} is not JSON`, { cause });
  }
}
