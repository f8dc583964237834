/** A bounded queue of several owners who take turns, whatever the number of their items. */
export interface FairQueue<T> {
  /** Returns false if the queue is full, for this owner or in total. */
  push(owner: string, item: T, weight?: number): boolean;
  /** Removes and returns the next item of the owner whose turn it is; undefined if nobody may take one. */
  take(): { readonly owner: string; readonly item: T } | undefined;
  /** Frees the place of an item that was taken. */
  release(owner: string): void;
  /** Removes an item that still waits. */
  remove(owner: string, item: T): void;
  /** Removes and returns all items. */
  clear(): T[];
  /** Weight of all items. */
  readonly weight: number;
}

interface Entry<T> {
  readonly item: T;
  readonly weight: number;
}

export interface FairQueueLimits {
  /** Weight of the items that wait, in total and of one owner. An item weighs 1 by default. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** Items of one owner that were taken and not released. */
  readonly takenOfOne: number;
}

/** Owners take turns in the order in which they came; one with nothing waiting loses its turn. */
export function createFairQueue<T>({ waiting, waitingOfOne, takenOfOne }: FairQueueLimits): FairQueue<T> {
  /** In order of turns. */
  const queues = new Map<string, Entry<T>[]>();
  const taken = new Map<string, number>();
  const sumOf = (entries: readonly Entry<T>[]): number => entries.reduce((sum, { weight }) => sum + weight, 0);
  let all = 0;

  return {
    push(owner, item, weight = 1) {
      const own = queues.get(owner) ?? [];
      if (all + weight > waiting || sumOf(own) + weight > waitingOfOne) return false;
      own.push({ item, weight });
      queues.set(owner, own);
      all += weight;
      return true;
    },
    take() {
      for (const [owner, own] of queues) {
        const count = taken.get(owner) ?? 0;
        if (count >= takenOfOne) continue;
        const { item, weight } = own.shift() as Entry<T>;
        queues.delete(owner);
        if (own.length > 0) queues.set(owner, own);
        taken.set(owner, count + 1);
        all -= weight;
        return { owner, item };
      }
      return undefined;
    },
    release(owner) {
      const count = (taken.get(owner) ?? 0) - 1;
      if (count > 0) taken.set(owner, count);
      else taken.delete(owner);
    },
    remove(owner, item) {
      const own = queues.get(owner) ?? [];
      const index = own.findIndex((entry) => entry.item === item);
      const [removed] = index < 0 ? [] : own.splice(index, 1);
      if (removed === undefined) return;
      if (own.length === 0) queues.delete(owner);
      all -= removed.weight;
    },
    clear() {
      const items = [...queues.values()].flat().map(({ item }) => item);
      queues.clear();
      all = 0;
      return items;
    },
    get weight() {
      return all;
    },
  };
}
