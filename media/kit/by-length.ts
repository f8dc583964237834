/** What is made for a length is made once, for so many lengths; beyond them it is made anew each time. */
export function byLength<T>(make: (length: number) => T, maxLengths = 64): (length: number) => T {
  const made = new Map<number, T>();
  return (length) => {
    const known = made.get(length);
    if (known !== undefined) return known;
    const one = make(length);
    if (made.size < maxLengths) made.set(length, one);
    return one;
  };
}
