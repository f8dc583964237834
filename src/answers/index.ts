export type { Block, Embed, Part, Quote, Source, Turn } from '../../media/retrieval/index.ts';
export { type Answer, type Answerer, createAnswerer, type Grounded } from './answerer.ts';
export { createGrounded } from './grounded.ts';
export { type EmbeddingModel, openedWhenNeeded } from './lazy-embedding.ts';
