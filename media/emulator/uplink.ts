import { createRandom } from './random.ts';
import { createStalls, type StallPattern } from './stalls.ts';

/** Conditions between the caller and the server. Omitted ones are perfect. */
export interface NetworkConditions {
  readonly delayMs?: number;
  /** Each frame is delayed by up to this long, but never overtakes the one before it. */
  readonly jitterMs?: number;
  /** `spiky`: `jitterMs` is the mean, and one frame in twenty is delayed by three times that or longer. */
  readonly jitterShape?: 'even' | 'spiky';
  /** Share of media frames that never arrive, 0 to 1. */
  readonly lossRate?: number;
  /** Mean number of frames lost in a row; if absent, losses are independent. */
  readonly lossBurst?: number;
  /** Share of media frames that arrive after their successors, 0 to 1. */
  readonly reorderRate?: number;
  /** How many successors overtake such a frame; one by default. */
  readonly reorderDepth?: number;
  /** Share of media frames that arrive twice, 0 to 1. */
  readonly duplicateRate?: number;
  readonly stalls?: StallPattern;
  /** Parts per million by which the far end's clock runs faster than the server's. */
  readonly driftPpm?: number;
  readonly seed?: number;
  /** Conditions from the server to the caller. */
  readonly down?: Omit<
    NetworkConditions,
    'down' | 'seed' | 'driftPpm' | 'reorderRate' | 'reorderDepth' | 'duplicateRate'
  >;
}

/** Delays messages as the network would. Only media is lost, duplicated or reordered. */
export interface Uplink<Message> {
  offer(message: Message, kind: 'media' | 'signal', atMs: number): void;
  /** Returns the messages that have arrived by now, in order of arrival. */
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
  // Stalls have a separate generator, so that they come at the same time under any other conditions.
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

/**
 * Returns a loss process. Bursts come from a walk between a good and a bad state (Gilbert); the share of lost frames
 * stays `lossRate`.
 */
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
