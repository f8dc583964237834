import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';
import type { Session, Tensor } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import { similarity } from '../retrieval/index.ts';

/** A unit vector. The dot product of two is their similarity, from -1 to 1. */
export type Embedding = Float32Array;

export interface Embedder {
  /** Returns one vector per text, in order. */
  embed(texts: readonly string[]): Promise<readonly Embedding[]>;
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** MiniLM: `input_ids`, `attention_mask`, `token_type_ids` [1, s] int64 to `last_hidden_state` [1, s, 384]. */
  readonly session: Session;
  /** Parsed tokenizer.json. */
  readonly tokenizer: object;
  /** Maximum number of cached texts; 8,192 by default (1.5 kB each). */
  readonly capacity?: number;
}

/** The model was trained on 256 tokens; a passage has far fewer. */
const maxTokens = 256;

export function createEmbedder({ session, tokenizer, capacity = 8192 }: EmbedderOptions): Embedder {
  const encoder = new Tokenizer(tokenizer, {});
  const cache = new LRUCache<string, Promise<Embedding>>({ max: capacity });

  // One text per run: the int8 model scales activations over its whole input, so in a batch a text's vector would
  // depend on its neighbours, and a reply on the contents of the cache.
  async function compute(text: string): Promise<Embedding> {
    const ids = encoder.encode(text).ids;
    const shortened = ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1) as number];
    const dims = [1, shortened.length];
    const int64 = (data: BigInt64Array): Tensor => ({ type: 'int64', data, dims });
    const { last_hidden_state: hidden } = await session.run({
      input_ids: int64(BigInt64Array.from(shortened, BigInt)),
      attention_mask: int64(new BigInt64Array(shortened.length).fill(1n)),
      token_type_ids: int64(new BigInt64Array(shortened.length)),
    });
    if (hidden?.type !== 'float32')
      throw new MediaFault('model_unreadable', 'the embedding model returned no hidden state');
    return meanDirection(hidden.data, shortened.length);
  }

  function embedOne(text: string): Promise<Embedding> {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const fresh = compute(text);
    cache.set(text, fresh);
    fresh.catch(() => cache.delete(text));
    return fresh;
  }

  return {
    async embed(texts) {
      const vectors: Embedding[] = [];
      for (const text of texts) vectors.push(await embedOne(text));
      return vectors;
    },
    close: () => session.close(),
  };
}

/** Returns the mean over the tokens, scaled to length 1. */
function meanDirection(hidden: Float32Array, tokens: number): Embedding {
  const width = hidden.length / tokens;
  const sum = new Float32Array(width);
  for (let token = 0; token < tokens; token++) {
    const row = token * width;
    for (let i = 0; i < width; i++) sum[i] = (sum[i] as number) + (hidden[row + i] as number);
  }
  const length = Math.sqrt(similarity(sum, sum)) || 1;
  return sum.map((value) => value / length);
}
