export { type Answer, type Answerer, createAnswerer, type Embed, type Grounded } from './answerer.ts';
export { createGrounded } from './grounded.ts';
export { type EmbeddingModel, openedWhenNeeded } from './lazy-embedding.ts';
export type { Block, Part, Quote, Source, Turn } from './source.ts';
