import { createRandom } from './random.ts';
import { createStalls, type StallPattern } from './stalls.ts';

/** What lies between the caller and the server. Everything absent is perfect. */
export interface NetworkConditions {
  readonly delayMs?: number;
  /** Each frame is held for up to this long, and never overtakes the one before it. */
  readonly jitterMs?: number;
  /** `spiky`: `jitterMs` is the mean, and a frame in twenty is held for three times that or longer. */
  readonly jitterShape?: 'even' | 'spiky';
  /** Share of media frames that never arrive, 0 to 1. */
  readonly lossRate?: number;
  /** Mean number of frames lost in a row; each is lost by itself when absent. */
  readonly lossBurst?: number;
  /** Share of media frames that arrive after their successors, 0 to 1. */
  readonly reorderRate?: number;
  /** How many successors overtake such a frame; one when absent. */
  readonly reorderDepth?: number;
  /** Share of media frames that arrive twice, 0 to 1. */
  readonly duplicateRate?: number;
  readonly stalls?: StallPattern;
  /** How much faster than the server's the far end's clock runs, in millionths. */
  readonly driftPpm?: number;
  readonly seed?: number;
  /** On the way from the server to the caller. */
  readonly down?: Omit<
    NetworkConditions,
    'down' | 'seed' | 'driftPpm' | 'reorderRate' | 'reorderDepth' | 'duplicateRate'
  >;
}

/** Holds frames for as long as the network would. Messages that are not media are never lost, doubled or reordered. */
export interface Uplink<Message> {
  offer(message: Message, kind: 'media' | 'signal', atMs: number): void;
  /** What has arrived by now, in order of arrival. */
  due(atMs: number): readonly Message[];
  nextDueMs(): number | undefined;
  readonly lost: number;
  readonly reordered: number;
  readonly duplicated: number;
  readonly stalls: number;
}

export function createUplink<Message>(conditions: NetworkConditions = {}): Uplink<Message> {
  const { delayMs = 0, jitterMs = 0, jitterShape = 'even', seed = 1 } = conditions;
  const { reorderRate = 0, reorderDepth = 1, duplicateRate = 0 } = conditions;
  const random = createRandom(seed);
  // Of their own, so that a stall comes at the same time whatever else the network does.
  const stalls = createStalls(conditions.stalls, createRandom(seed + 1));
  const isLost = createLoss(conditions, random);
  const travelling: { readonly message: Message; readonly dueMs: number }[] = [];
  let held: { readonly message: Message; overtakers: number } | undefined;
  let latestMs = Number.NEGATIVE_INFINITY;
  let lost = 0;
  let reordered = 0;
  let duplicated = 0;

  const jitter = (): number => (jitterShape === 'even' ? random() : -Math.log(1 - random())) * jitterMs;
  const send = (message: Message, atMs: number): void => {
    latestMs = stalls.through(Math.max(latestMs, atMs + delayMs + jitter()));
    travelling.push({ message, dueMs: latestMs });
  };
  const release = (atMs: number): void => {
    if (held !== undefined) send(held.message, atMs);
    held = undefined;
  };

  return {
    offer(message, kind, atMs) {
      if (kind === 'signal') {
        release(atMs);
        send(message, atMs);
        return;
      }
      if (isLost()) {
        lost += 1;
        return;
      }
      if (held === undefined && random() < reorderRate) {
        held = { message, overtakers: reorderDepth };
        reordered += 1;
        return;
      }
      send(message, atMs);
      if (duplicateRate > 0 && random() < duplicateRate) {
        send(message, atMs);
        duplicated += 1;
      }
      if (held === undefined) return;
      held.overtakers -= 1;
      if (held.overtakers <= 0) release(atMs);
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
    get duplicated() {
      return duplicated;
    },
    get stalls() {
      return stalls.count;
    },
  };
}

/** Loss in bursts is a walk between a good and a bad state (Gilbert); the share of frames lost stays `lossRate`. */
export function createLoss(
  { lossRate = 0, lossBurst }: Pick<NetworkConditions, 'lossRate' | 'lossBurst'>,
  random: () => number,
): () => boolean {
  if (lossBurst === undefined) return () => random() < lossRate;
  const leave = 1 / Math.max(1, lossBurst);
  const enter = Math.min(1, (lossRate * leave) / Math.max(1e-9, 1 - lossRate));
  let bad = false;
  return () => {
    bad = bad ? random() >= leave : random() < enter;
    return bad;
  };
}
