import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MediaFault } from '../line/fault.ts';
import { similarity } from '../retrieval/index.ts';
import type { Embedder, Embedding } from './embedding.ts';

/** Caches vectors of constant texts on disk, so that they are computed once per machine instead of at every start. */
export interface VectorFiles {
  /**
   * Returns one vector per text, in order. Reads the file `name` if it matches the texts and the model, otherwise
   * computes them.
   */
  embed(name: string, texts: readonly string[], embedder: Embedder): Promise<readonly Embedding[]>;
  /** Aborts computations in progress. */
  close(): void;
}

const hashBytes = 32;

/** Caches in `folder`. If it is read-only, every start computes the vectors. `modelFile` is the embedding model. */
export function createVectorFiles(folder: string, modelFile: string): VectorFiles {
  let closed = false;

  async function keyOf(texts: readonly string[]): Promise<Buffer> {
    const { size, mtimeMs } = await stat(modelFile);
    return createHash('sha256')
      .update(JSON.stringify([modelFile, size, mtimeMs, texts]))
      .digest();
  }

  async function computed(texts: readonly string[], embedder: Embedder): Promise<Embedding[]> {
    const vectors: Embedding[] = [];
    for (const text of texts) {
      if (closed) throw new MediaFault('engine_died', 'the vectors are no longer needed');
      vectors.push(...(await embedder.embed([text])));
    }
    return vectors;
  }

  return {
    async embed(name, texts, embedder) {
      const key = await keyOf(texts);
      const path = join(folder, `${name}.bin`);
      const textVectors = vectorsIn(await readFile(path).catch(() => undefined), key, texts.length);
      if (textVectors !== undefined) return textVectors;
      const vectors = await computed(texts, embedder);
      await keep(path, [key, ...vectors.map((vector) => bytesOf(vector))]).catch(() => {});
      return vectors;
    },
    close() {
      closed = true;
    },
  };
}

const bytesOf = (vector: Embedding): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Returns undefined if the file is damaged or belongs to another model or other texts. */
function vectorsIn(file: Buffer | undefined, key: Buffer, count: number): Embedding[] | undefined {
  if (file === undefined || !file.subarray(0, hashBytes).equals(key)) return undefined;
  const bytes = new Uint8Array(file.subarray(hashBytes)).buffer;
  const width = bytes.byteLength / 4 / count;
  if (!Number.isInteger(width) || width === 0) return undefined;
  const vectors = Array.from({ length: count }, (_, i) => new Float32Array(bytes, i * width * 4, width));
  return vectors.every((vector) => Math.abs(similarity(vector, vector) - 1) < 1e-3) ? vectors : undefined;
}

/** Another process may write the same file. The rename is atomic, so readers always see a complete file. */
async function keep(path: string, parts: readonly Buffer[]): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(fresh, Buffer.concat(parts));
    await rename(fresh, path);
  } catch (fault) {
    await rm(fresh, { force: true });
    throw fault;
  }
}
