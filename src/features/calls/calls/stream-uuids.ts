import { randomUUID } from 'node:crypto';

/**
 * UUIDs that stand for the tickets of streams, for a far end that can name its call by a UUID only. Each can be used
 * once, within the lifetime of its ticket, at this process.
 */
export interface StreamUuids {
  issue(ticket: string): string;
  /** Returns the ticket and forgets it; undefined if the UUID is unknown, used or expired. */
  take(uuid: string): string | undefined;
}

/** Beyond `capacity`, the oldest UUID is dropped. */
export function createStreamUuids(options: {
  readonly nowMs: () => number;
  readonly ttlMs: number;
  readonly capacity: number;
}): StreamUuids {
  const { nowMs, ttlMs, capacity } = options;
  const tickets = new Map<string, { readonly ticket: string; readonly expiresMs: number }>();
  return {
    issue(ticket) {
      for (const [uuid, { expiresMs }] of tickets) {
        if (expiresMs > nowMs() && tickets.size < capacity) break;
        tickets.delete(uuid);
      }
      const uuid = randomUUID();
      tickets.set(uuid, { ticket, expiresMs: nowMs() + ttlMs });
      return uuid;
    },
    take(uuid) {
      const waiting = tickets.get(uuid);
      tickets.delete(uuid);
      return waiting !== undefined && waiting.expiresMs > nowMs() ? waiting.ticket : undefined;
    },
  };
}
