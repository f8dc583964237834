import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsFirst } from './rows-first.ts';

const table = 'inner.embeddings.word_embeddings.weight';

/**
 * The packed model dequantises its whole table of 30,522 words for each sentence; the converted one selects the rows
 * first.
 */
export async function convertEmbedding(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'model.onnx'), rowsFirst(await readFile(join(from, 'model.onnx')), table));
  await copyFile(join(from, 'tokenizer.json'), join(to, 'tokenizer.json'));
}
