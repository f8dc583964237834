import type { CreateEngine } from '../line/engine.ts';
import { createEmbedder, type Embedding } from './embedding.ts';
import { embeddingModelAt } from './embedding-model.ts';

export interface EmbedJob {
  readonly texts: readonly string[];
}

/** Vectors of texts, for who looks for text outside of calls. Throws as the agent's own. */
export const createEngine: CreateEngine<{ readonly modelDir: string }, EmbedJob, readonly Embedding[]> = async (
  { modelDir },
  open,
) => {
  const embedder = createEmbedder(await embeddingModelAt(modelDir, open));
  return {
    async *run({ texts }, signal) {
      const vectors: Embedding[] = [];
      for (const text of texts) {
        if (signal.aborted) return;
        vectors.push(...(await embedder.embed([text])));
      }
      // Some texts are alike and share a vector, which can be given away only once.
      yield vectors.map((vector) => vector.slice());
    },
    close: () => embedder.close(),
  };
};
