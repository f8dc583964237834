import { createRandom } from './random.ts';

/** What lies between the caller and the server. Everything absent is perfect. */
export interface NetworkConditions {
  readonly delayMs?: number;
  /** Each frame is held for up to this long, and never overtakes the one before it. */
  readonly jitterMs?: number;
  /** Share of media frames that never arrive, 0 to 1. */
  readonly lossRate?: number;
  /** Share of media frames that arrive after their successor, 0 to 1. */
  readonly reorderRate?: number;
  readonly seed?: number;
}

/** Holds frames for as long as the network would. Messages that are not media are never lost or reordered. */
export interface Uplink<Message> {
  offer(message: Message, kind: 'media' | 'signal', atMs: number): void;
  /** What has arrived by now, in order of arrival. */
  due(atMs: number): readonly Message[];
  nextDueMs(): number | undefined;
  readonly lost: number;
  readonly reordered: number;
}

export function createUplink<Message>(conditions: NetworkConditions = {}): Uplink<Message> {
  const { delayMs = 0, jitterMs = 0, lossRate = 0, reorderRate = 0, seed = 1 } = conditions;
  const random = createRandom(seed);
  const travelling: { readonly message: Message; readonly dueMs: number }[] = [];
  let held: Message | undefined;
  let latestMs = Number.NEGATIVE_INFINITY;
  let lost = 0;
  let reordered = 0;

  const send = (message: Message, atMs: number): void => {
    latestMs = Math.max(latestMs, atMs + delayMs + random() * jitterMs);
    travelling.push({ message, dueMs: latestMs });
  };
  const release = (atMs: number): void => {
    if (held !== undefined) send(held, atMs);
    held = undefined;
  };

  return {
    offer(message, kind, atMs) {
      if (kind === 'signal') {
        release(atMs);
        send(message, atMs);
        return;
      }
      if (random() < lossRate) {
        lost += 1;
        return;
      }
      if (held === undefined && random() < reorderRate) {
        held = message;
        reordered += 1;
        return;
      }
      send(message, atMs);
      release(atMs);
    },
    due(atMs) {
      const waiting = travelling.findIndex((item) => item.dueMs > atMs);
      return travelling.splice(0, waiting === -1 ? travelling.length : waiting).map((item) => item.message);
    },
    nextDueMs: () => travelling[0]?.dueMs,
    get lost() {
      return lost;
    },
    get reordered() {
      return reordered;
    },
  };
}
