/** A semaphore: a bounded number of slots, and a bounded queue of waiters in order of arrival. */
export interface Slots {
  /**
   * Resolves to a function that releases the slot, or to undefined when too many wait. Rejects with the signal's
   * reason if there is a signal.
   */
  enter(signal?: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(limits: { readonly atOnce: number; readonly waiting: number }): Slots {
  const queue = new Set<() => void>();
  let used = 0;

  const release = (): void => {
    const [next] = queue;
    // The slot passes directly to the next waiter without becoming free in between.
    if (next !== undefined) next();
    else used -= 1;
  };
  const onlyOnce = (): (() => void) => {
    let isOver = false;
    return () => {
      if (!isOver) release();
      isOver = true;
    };
  };

  return {
    async enter(signal) {
      signal?.throwIfAborted();
      if (used < limits.atOnce) {
        used += 1;
        return onlyOnce();
      }
      if (queue.size >= limits.waiting) return undefined;
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          queue.delete(turn);
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          queue.delete(turn);
          reject(signal?.reason);
        };
        queue.add(turn);
        signal?.addEventListener('abort', leave, { once: true });
      });
      return onlyOnce();
    },
  };
}
