/** A bounded number of holders, and a bounded number that wait for a slot in the order of their arrival. */
export interface Slots {
  /** Resolves to the release of a slot; undefined when too many wait. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<(() => void) | undefined>;
}

export function createSlots(limits: { readonly atOnce: number; readonly waiting: number }): Slots {
  const queue = new Set<() => void>();
  let taken = 0;

  const release = (): void => {
    const [next] = queue;
    // The slot goes to the next one without becoming free in between.
    if (next !== undefined) next();
    else taken -= 1;
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
      signal.throwIfAborted();
      if (taken < limits.atOnce) {
        taken += 1;
        return onlyOnce();
      }
      if (queue.size >= limits.waiting) return undefined;
      await new Promise<void>((resolve, reject) => {
        const turn = (): void => {
          queue.delete(turn);
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          queue.delete(turn);
          reject(signal.reason);
        };
        queue.add(turn);
        signal.addEventListener('abort', leave, { once: true });
      });
      return onlyOnce();
    },
  };
}
