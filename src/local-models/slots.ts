/** What a conversation in the model's memory has read, and when it was used last. */
export interface Slot {
  /** Whose conversation it is. */
  owner: string;
  read: string;
  /** Monotonic milliseconds. */
  usedAtMs: number;
}

/** A conversation that was used within this time continues, so that what it has read will be needed again. */
const conversationMs = 60_000;

interface Prompt {
  readonly owner: string;
  readonly text: string;
}

/**
 * Chooses the slot for a prompt: the one with the least to read, counting what a conversation that continues would have
 * to read again. Of equal ones, the one unused for longest. What was read for another owner saves nothing: the time and
 * the tokens of a reply would tell how much two prompts have in common.
 */
export function slotFor<T extends Slot>(slots: readonly [T, ...T[]], { owner, text }: Prompt, nowMs: number): T {
  const costs = slots.map(({ owner: slotOwner, read, usedAtMs }) => {
    const common = slotOwner === owner ? commonLength(read, text) : 0;
    return text.length - common + (nowMs - usedAtMs < conversationMs ? read.length - common : 0);
  });
  const least = Math.min(...costs);
  const open = slots.filter((_, index) => costs[index] === least);
  return open.reduce((best, each) => (each.usedAtMs < best.usedAtMs ? each : best), open[0] ?? slots[0]);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}
