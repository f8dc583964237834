/** How the far end tells that a mark was reached. */
export interface AckBehaviour {
  readonly mode?: 'prompt' | 'never' | 'duplicate';
  readonly delayMs?: number;
  /** Some providers also report marks whose audio was cleared. */
  readonly onClear?: 'forget' | 'acknowledge';
}

export interface PlayedMark {
  readonly name: string;
  /** When the audio before the mark had been played; undefined when it was cleared. */
  readonly playedMs: number | undefined;
}

/** Acknowledgements on their way: prompt, late, twice or never. */
export interface Acks {
  /** The audio before the mark has been played, or was cleared (`playedMs` undefined). */
  reached(mark: PlayedMark, nowMs: number): void;
  /** Names to acknowledge now, in order. */
  due(atMs: number): readonly string[];
  nextDueMs(): number | undefined;
  /** When a mark that will be reached at `reachedMs` is acknowledged; undefined for never. */
  dueAfter(reachedMs: number): number | undefined;
  readonly marks: readonly PlayedMark[];
}

const duplicateAfterMs = 20;

export function createAcks({ mode = 'prompt', delayMs = 0, onClear = 'forget' }: AckBehaviour = {}): Acks {
  const waiting: { readonly name: string; readonly dueMs: number }[] = [];
  const marks: PlayedMark[] = [];
  return {
    reached(mark, nowMs) {
      marks.push(mark);
      if (mode === 'never' || (mark.playedMs === undefined && onClear === 'forget')) return;
      waiting.push({ name: mark.name, dueMs: nowMs + delayMs });
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
