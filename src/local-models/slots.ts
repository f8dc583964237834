/** What a conversation in the model's memory has read, and when it was used last. */
export interface Slot {
  read: string;
  /** Monotonic milliseconds. */
  usedAtMs: number;
}

/** A conversation that was used within this time continues, so that what it has read will be needed again. */
const conversationMs = 60_000;

/**
 * Chooses the slot for a text: the one with the least to read, counting what a conversation that continues would have to
 * read again. Of equal ones, the one unused for longest.
 */
export function slotFor<T extends Slot>(slots: readonly [T, ...T[]], text: string, nowMs: number): T {
  const costs = slots.map(({ read, usedAtMs }) => {
    const common = commonLength(read, text);
    return text.length - common + (nowMs - usedAtMs < conversationMs ? read.length - common : 0);
  });
  const least = Math.min(...costs);
  const open = slots.filter((_, index) => costs[index] === least);
  const slot = open.reduce((best, each) => (each.usedAtMs < best.usedAtMs ? each : best), open[0] ?? slots[0]);
  slot.read = text;
  slot.usedAtMs = nowMs;
  return slot;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}
