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

export interface FairQueueLimits {
  /** Weight of the items that wait, in total and of one owner. An item weighs 1 by default. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** Items of one owner that were taken and not released. */
  readonly takenOfOne: number;
}

interface Owner<T> {
  readonly name: string;
  readonly items: { readonly item: T; readonly weight: number }[];
  weight: number;
  taken: number;
  /** The number of its last turn, or of its arrival. */
  turn: number;
}

/** The turn goes to the owner whose last one was longest ago. An owner with nothing waiting or taken is forgotten. */
export function createFairQueue<T>({ waiting, waitingOfOne, takenOfOne }: FairQueueLimits): FairQueue<T> {
  const owners = new Map<string, Owner<T>>();
  let turns = 0;
  let all = 0;

  function ownerOf(name: string): Owner<T> {
    const known = owners.get(name);
    if (known !== undefined) return known;
    turns += 1;
    const owner = { name, items: [], weight: 0, taken: 0, turn: turns };
    owners.set(name, owner);
    return owner;
  }

  function forgetIdle({ name, items, taken }: Owner<T>): void {
    if (items.length === 0 && taken === 0) owners.delete(name);
  }

  function nextOwner(): Owner<T> | undefined {
    let next: Owner<T> | undefined;
    for (const owner of owners.values()) {
      const mayTake = owner.items.length > 0 && owner.taken < takenOfOne;
      if (mayTake && (next === undefined || owner.turn < next.turn)) next = owner;
    }
    return next;
  }

  return {
    push(name, item, weight = 1) {
      const owner = ownerOf(name);
      const isFull = all + weight > waiting || owner.weight + weight > waitingOfOne;
      if (!isFull) {
        owner.items.push({ item, weight });
        owner.weight += weight;
        all += weight;
      }
      forgetIdle(owner);
      return !isFull;
    },
    take() {
      const owner = nextOwner();
      const next = owner?.items.shift();
      if (owner === undefined || next === undefined) return undefined;
      turns += 1;
      owner.turn = turns;
      owner.taken += 1;
      owner.weight -= next.weight;
      all -= next.weight;
      return { owner: owner.name, item: next.item };
    },
    release(name) {
      const owner = owners.get(name);
      if (owner === undefined) return;
      owner.taken -= 1;
      forgetIdle(owner);
    },
    remove(name, item) {
      const owner = owners.get(name);
      const index = owner?.items.findIndex((entry) => entry.item === item) ?? -1;
      const [removed] = index < 0 ? [] : (owner?.items.splice(index, 1) ?? []);
      if (owner === undefined || removed === undefined) return;
      owner.weight -= removed.weight;
      all -= removed.weight;
      forgetIdle(owner);
    },
    clear() {
      const items = [...owners.values()].flatMap((owner) => {
        owner.weight = 0;
        return owner.items.splice(0).map(({ item }) => item);
      });
      for (const owner of owners.values()) forgetIdle(owner);
      all = 0;
      return items;
    },
    get weight() {
      return all;
    },
  };
}
