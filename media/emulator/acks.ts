import { createRandom } from './random.ts';

/** How the far end acknowledges a mark. */
export interface AckBehaviour {
  /** `shuffled`: each is delayed by up to 400 ms, so that later ones overtake earlier ones. */
  readonly mode?: 'prompt' | 'never' | 'duplicate' | 'shuffled';
  readonly delayMs?: number;
  /** Seed of the shuffled order. */
  readonly seed?: number;
  /** Some providers also report marks whose audio was cleared. */
  readonly onClear?: 'forget' | 'acknowledge';
}

export interface PlayedMark {
  readonly name: string;
  /** When the audio before the mark had been played; undefined if it was cleared. */
  readonly playedMs: number | undefined;
}

/** Pending acknowledgements: prompt, late, duplicate or never sent. */
export interface Acks {
  /** Reports that the audio before the mark was played or cleared (`playedMs` undefined). */
  reached(mark: PlayedMark, nowMs: number): void;
  /** Returns the names to acknowledge now, in order. */
  due(atMs: number): readonly string[];
  nextDueMs(): number | undefined;
  /** Returns when a mark reached at `reachedMs` is acknowledged; undefined for never. */
  dueAfter(reachedMs: number): number | undefined;
  readonly marks: readonly PlayedMark[];
}

const duplicateAfterMs = 20;
const shuffleMs = 400;

export function createAcks(behaviour: AckBehaviour = {}): Acks {
  const { mode = 'prompt', delayMs = 0, onClear = 'forget', seed = 1 } = behaviour;
  const random = createRandom(seed);
  const waiting: { readonly name: string; readonly dueMs: number }[] = [];
  const marks: PlayedMark[] = [];
  return {
    reached(mark, nowMs) {
      marks.push(mark);
      if (mode === 'never' || (mark.playedMs === undefined && onClear === 'forget')) return;
      const scatterMs = mode === 'shuffled' ? random() * shuffleMs : 0;
      waiting.push({ name: mark.name, dueMs: nowMs + delayMs + scatterMs });
      if (mode === 'duplicate') waiting.push({ name: mark.name, dueMs: nowMs + delayMs + duplicateAfterMs });
      waiting.sort((a, b) => a.dueMs - b.dueMs);
    },
    due(atMs) {
      const later = waiting.findIndex((ack) => ack.dueMs > atMs);
      return waiting.splice(0, later === -1 ? waiting.length : later).map((ack) => ack.name);
    },
    nextDueMs: () => waiting[0]?.dueMs,
    dueAfter: (reachedMs) => (mode === 'never' ? undefined : reachedMs + delayMs),
    marks,
  };
}
