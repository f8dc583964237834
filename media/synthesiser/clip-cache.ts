import { LRUCache } from 'lru-cache';
import type { SpokenWord } from '../line/speech.ts';

/** A spoken clause. */
export interface SpokenClip {
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
}

/** Clauses spoken before: greetings and fillers cost nothing the second time. */
export type ClipCache = LRUCache<string, SpokenClip>;

/** A clip that would take more than a quarter of `maxBytes` is not kept; with 0 none is. */
export const createClipCache = (maxBytes: number): ClipCache =>
  new LRUCache({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation: ({ samples, words }, key) => samples.byteLength + 2 * key.length + 64 * words.length,
  });
