import { createGrowingCache } from '../../growing-cache.ts';
import type { CountedWindow, LimitStore, MemoryLimitStore } from './limit-store.ts';
import type { RequestCounts } from './request-count-store.ts';

export interface SharedLimitOptions {
  readonly counts: Pick<RequestCounts, 'add'>;
  /** Counts of this node, used when the shared counts are unavailable. */
  readonly memory: MemoryLimitStore;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Called with the reason when this node starts to use only its own counts; `onTogether` when it stops. */
  readonly onAlone: (why: string) => void;
  readonly onTogether: () => void;
  /** How long a request waits for the shared counts; 1 s by default. */
  readonly patienceMs?: number;
}

export interface SharedLimitStore extends LimitStore {
  /** Requests decided by this node's own counts. */
  readonly alone: number;
  /** Number of full windows in the cache. */
  readonly full: number;
  /** Resolves when no statement is in flight. */
  idle(): Promise<void>;
}

/** Pause after a failure before the shared counts are queried again. */
const restMs = 5000;
const maxWaiting = 1000;
const maxFull = 10_000;

interface Hit {
  readonly memory: CountedWindow;
  readonly most: number;
  readonly tell: (window: CountedWindow) => void;
}

/** Hits by key that are sent to the database in one statement. */
interface Batch {
  readonly hits: Map<string, Hit[]>;
  size: number;
  readonly timer: NodeJS.Timeout;
  decided: boolean;
}

/**
 * Counts shared by all nodes. A node has one statement in flight at a time, and requests in the meantime are batched
 * into the next. Full windows are cached, so that further requests do not query the database.
 */
export function createSharedLimitStore(options: SharedLimitOptions): SharedLimitStore {
  const { counts, memory, nowMs, patienceMs = 1000 } = options;
  const fullUntilMs = createGrowingCache<number>(maxFull);
  const state = { alone: 0, away: false, restUntilMs: Number.NEGATIVE_INFINITY };
  let next: Batch | undefined;
  let underWay: { readonly batch: Batch; readonly ended: Promise<void> } | undefined;

  function decideAlone(batch: Batch, why: string): void {
    if (batch.decided) return;
    batch.decided = true;
    clearTimeout(batch.timer);
    if (next === batch) next = undefined;
    state.alone += batch.size;
    if (!state.away) options.onAlone(why);
    state.away = true;
    for (const hit of [...batch.hits.values()].flat()) hit.tell(hit.memory);
  }

  function decide(batch: Batch, windows: ReadonlyMap<string, CountedWindow>): void {
    if (state.away) options.onTogether();
    state.away = false;
    if (batch.decided) return;
    batch.decided = true;
    clearTimeout(batch.timer);
    for (const [key, hits] of batch.hits) {
      const { count, resetMs } = windows.get(key) as CountedWindow;
      if (count > (hits[0] as Hit).most) fullUntilMs.set(key, nowMs() + resetMs);
      for (const [index, { tell }] of hits.entries()) tell({ count: count - hits.length + index + 1, resetMs });
    }
  }

  async function send(batch: Batch): Promise<void> {
    try {
      decide(batch, await counts.add(new Map([...batch.hits].map(([key, hits]) => [key, hits.length]))));
    } catch (error) {
      state.restUntilMs = nowMs() + restMs;
      decideAlone(batch, (error as Error).message);
      if (next !== undefined) decideAlone(next, (error as Error).message);
    }
    underWay = undefined;
    sendNext();
  }

  function sendNext(): void {
    if (underWay !== undefined || next === undefined) return;
    const batch = next;
    next = undefined;
    underWay = { batch, ended: Promise.resolve().then(() => send(batch)) };
  }

  function openBatch(): Batch {
    // Processes a response first that arrived while this process was busy.
    const giveUp = () => setImmediate(() => decideAlone(batch, `no answer within ${patienceMs} ms`));
    const timer = setTimeout(giveUp, patienceMs);
    const batch: Batch = { hits: new Map(), size: 0, decided: false, timer };
    return batch;
  }

  const isAway = (now: number): boolean => underWay?.batch.decided === true || now < state.restUntilMs;

  return {
    get alone() {
      return state.alone;
    },
    get full() {
      return fullUntilMs.size;
    },
    async idle() {
      while (underWay !== undefined) await underWay.ended;
    },
    hit(key, most) {
      const now = nowMs();
      const alone = memory.hit(key);
      const untilMs = fullUntilMs.get(key);
      if (untilMs !== undefined) {
        if (now < untilMs) return { count: most + 1, resetMs: untilMs - now };
        fullUntilMs.delete(key);
      }
      if (isAway(now) || (next?.size ?? 0) >= maxWaiting) {
        state.alone += 1;
        return alone;
      }
      next ??= openBatch();
      const batch = next;
      batch.size += 1;
      return new Promise((tell) => {
        const hits = batch.hits.get(key);
        if (hits === undefined) batch.hits.set(key, [{ memory: alone, most, tell }]);
        else hits.push({ memory: alone, most, tell });
        sendNext();
      });
    },
  };
}
