/** Returns a unit vector for each text, in order. Texts with similar meaning have similar vectors. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/**
 * Returns the similarity of two unit vectors, from -1 to 1. Uses four accumulators, since with one each addition waits
 * for the one before.
 */
export function similarity(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = a.length - (a.length % 4);
  for (let i = 0; i < whole; i += 4) {
    first += (a[i] as number) * (b[i] as number);
    second += (a[i + 1] as number) * (b[i + 1] as number);
    third += (a[i + 2] as number) * (b[i + 2] as number);
    fourth += (a[i + 3] as number) * (b[i + 3] as number);
  }
  for (let i = whole; i < a.length; i++) first += (a[i] as number) * (b[i] as number);
  return first + second + third + fourth;
}

/** Removes punctuation, so that a recogniser's guesses have no effect on retrieval. */
export const asQuestion = (text: string): string =>
  `${text
    .replace(/[.,!?;:]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}?`;
