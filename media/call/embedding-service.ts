import { taskFolder } from '../../models/locate.ts';
import type { EmbedJob } from '../agent/embedding-engine.ts';
import { connectHere, openEnginePool } from '../inference/pool.ts';

export interface EmbeddingServiceOptions {
  readonly modelsDir: string;
  /** Execution providers in order of preference; `cpu` by default. */
  readonly providers?: readonly string[];
}

/** Embeds texts outside of calls. Texts on the same subject have nearly the same vector. */
export interface EmbeddingService {
  /** Returns a unit vector of 384 values for each text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** Texts in one job; other jobs run in between. */
const batch = 16;
const timeoutMs = 60_000;
/** Lower priority than everything that calls need. */
const niceness = 10;

/** Starts a thread with the model. Throws `model_missing`, `model_unreadable`. */
export async function openEmbeddings({
  modelsDir,
  providers = ['cpu'],
}: EmbeddingServiceOptions): Promise<EmbeddingService> {
  const pool = await openEnginePool({
    name: 'embeddings',
    threads: 1,
    concurrency: 1,
    niceness,
    providers,
    log: () => {},
    engines: [
      {
        name: 'embed',
        module: new URL('../agent/embedding-engine.js', import.meta.url).href,
        config: { modelDir: taskFolder(modelsDir, 'embedding') },
      },
    ],
  });
  const use = { engine: 'embed', slackMs: () => 0, weight: () => 1, timeoutMs };
  const engine = connectHere(pool).engine<EmbedJob, readonly Float32Array[]>(use);
  const wanted = new AbortController().signal;
  return {
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += batch)
        for await (const some of engine.run({ texts: texts.slice(at, at + batch) }, wanted)) vectors.push(...some);
      return vectors;
    },
    close: () => pool.close(),
  };
}
