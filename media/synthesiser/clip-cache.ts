import { LRUCache } from 'lru-cache';
import type { SpokenWord } from '../line/speech.ts';

export interface SpokenClip {
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
}

/** Cache of spoken clauses, so that repeated greetings and fillers are not synthesised again. */
export type ClipCache = LRUCache<string, SpokenClip>;

/** Clips larger than a quarter of `maxBytes` are not cached; with 0, none is. */
export const createClipCache = (maxBytes: number): ClipCache =>
  new LRUCache({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: ({ samples, words }, key) => samples.byteLength + 2 * key.length + 64 * words.length,
  });
