export type OverflowPolicy = 'drop-oldest' | 'refuse' | 'close';

export interface BoundedQueue<T> extends AsyncIterable<T> {
  /** Returns false if the item was refused or the queue is closed. */
  push(item: T): boolean;
  /** Ends the queue. Readers receive the queued items, then the end. */
  end(): void;
  /** Drops the queued items. */
  clear(): void;
  readonly size: number;
  /** Items dropped or refused so far. */
  readonly overflowed: number;
}

/**
 * Queue for one producer and one reader with at most `capacity` items. The policy `close` ends the queue on overflow.
 */
export function createBoundedQueue<T>(capacity: number, policy: OverflowPolicy): BoundedQueue<T> {
  const items: T[] = [];
  let overflowed = 0;
  let ended = false;
  let wake: (() => void) | undefined;
  const notify = (): void => {
    wake?.();
    wake = undefined;
  };

  return {
    push(item) {
      if (ended) return false;
      if (items.length >= capacity) {
        overflowed += 1;
        if (policy === 'refuse') return false;
        if (policy === 'close') {
          ended = true;
          notify();
          return false;
        }
        items.shift();
      }
      items.push(item);
      notify();
      return true;
    },
    end() {
      ended = true;
      notify();
    },
    clear() {
      items.length = 0;
    },
    get size() {
      return items.length;
    },
    get overflowed() {
      return overflowed;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield items.shift() as T;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
