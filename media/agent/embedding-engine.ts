import type { CreateEngine } from '../line/engine.ts';
import { createEmbedder, type Embedding } from './embedding.ts';
import { embeddingModelAt } from './embedding-model.ts';

export interface EmbedJob {
  readonly texts: readonly string[];
}

/** Embeds texts for search outside of calls. Throws the same errors as the agent's engine. */
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
      // Equal texts share a cached vector, and a buffer can be transferred only once.
      yield vectors.map((vector) => vector.slice());
    },
    close: () => embedder.close(),
  };
};
