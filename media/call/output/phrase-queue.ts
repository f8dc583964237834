import type { Pacer } from '../../wire/pacing.ts';
import type { StoredPhrase } from './phrase-store.ts';

export interface PhraseQueueOptions {
  readonly pacer: Pacer;
  readonly rateHz: number;
  readonly chunkMs: number;
}

/**
 * A reply's phrases on their way to the pacer. The first piece of a reply has a separate mark, so that the time at
 * which it is heard is known.
 */
export interface PhraseQueue {
  /** The next piece is the first of a reply. */
  begin(): void;
  add(phraseId: string, samples: Float32Array): void;
  seal(phraseId: string): void;
  /** Queues what has been kept of these phrases. */
  addAll(phrases: ReadonlyMap<string, StoredPhrase>): void;
  /** Drops unsent audio. Returns the phrase that was playing and how much of it was played. */
  clear(nowMs: number): { readonly phraseId: string | undefined; readonly playedMs: number };
  /** Length of the first piece of the reply; 0 before there is one. */
  readonly firstMs: number;
}

const firstSuffix = '.first';

/** Whether this mark follows the first piece of a reply. */
export const isFirstMark = (mark: string): boolean => mark.endsWith(firstSuffix);
/** Returns the phrase of a mark or a frame. */
export const phraseOf = (mark: string): string => mark.replace(firstSuffix, '');

export function createPhraseQueue({ pacer, rateHz, chunkMs }: PhraseQueueOptions): PhraseQueue {
  const pieceSamples = Math.round((chunkMs * rateHz) / 1000);
  let first: { readonly phraseId: string; readonly samples: number } | undefined;
  const queue: PhraseQueue = {
    begin() {
      first = undefined;
    },
    add(phraseId, samples) {
      if (first !== undefined || samples.length === 0) return void pacer.queue(phraseId, samples);
      first = { phraseId, samples: Math.min(samples.length, pieceSamples) };
      pacer.queue(phraseId + firstSuffix, samples.subarray(0, first.samples));
      pacer.seal(phraseId + firstSuffix);
      pacer.queue(phraseId, samples.subarray(first.samples));
    },
    seal: (phraseId) => pacer.seal(phraseId),
    addAll(phrases) {
      for (const [phraseId, { pieces, sealed }] of phrases) {
        for (const piece of pieces) queue.add(phraseId, piece);
        if (sealed) queue.seal(phraseId);
      }
    },
    clear(nowMs) {
      const { phraseId: mark, samplesPlayed } = pacer.clear(nowMs);
      if (mark === undefined) return { phraseId: undefined, playedMs: 0 };
      const phraseId = phraseOf(mark);
      const before = !isFirstMark(mark) && first?.phraseId === phraseId ? first.samples : 0;
      return { phraseId, playedMs: ((samplesPlayed + before) * 1000) / rateHz };
    },
    get firstMs() {
      return ((first?.samples ?? 0) * 1000) / rateHz;
    },
  };
  return queue;
}
