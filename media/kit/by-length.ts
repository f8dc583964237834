/**
 * Caches one value per length, for up to `maxLengths` lengths; values of other lengths are computed each time. The last
 * length skips the map lookup, because each stream's frames have the same length, fifty times a second.
 */
export function byLength<T>(make: (length: number) => T, maxLengths = 64): (length: number) => T {
  const made = new Map<number, T>();
  let lastLength = -1;
  let last: T | undefined;
  return (length) => {
    if (length === lastLength) return last as T;
    const cached = made.get(length);
    const value = cached ?? make(length);
    if (cached === undefined && made.size >= maxLengths) return value;
    made.set(length, value);
    lastLength = length;
    last = value;
    return value;
  };
}
