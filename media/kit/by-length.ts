/**
 * Caches one value per length, for a limited number of lengths; beyond them it is computed each time. The last length is
 * found without a look into the map: frames are of one length, fifty times a second for each stream.
 */
export function byLength<T>(make: (length: number) => T, maxLengths = 64): (length: number) => T {
  const made = new Map<number, T>();
  let lastLength = -1;
  let last: T | undefined;
  return (length) => {
    if (length === lastLength) return last as T;
    const known = made.get(length);
    const one = known ?? make(length);
    if (known === undefined && made.size >= maxLengths) return one;
    made.set(length, one);
    lastLength = length;
    last = one;
    return one;
  };
}
