/** Index of the first element that differs, -1 when there is none. `toEqual` takes a microsecond per element. */
export function firstDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at++) if (!Object.is(one[at], other[at])) return at;
  return -1;
}
