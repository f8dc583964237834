/** A map that forgets what was set longest ago once it has more than `most` entries. */
export interface Newest<K, V> {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): void;
  delete(key: K): void;
}

export function createNewest<K, V>(most: number): Newest<K, V> {
  const entries = new Map<K, V>();
  return {
    get size() {
      return entries.size;
    },
    get: (key) => entries.get(key),
    has: (key) => entries.has(key),
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value as K);
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
