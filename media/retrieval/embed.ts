/** Gives each text a direction: those about the same have nearly one. Unit vectors, in the order of the texts. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Of two unit vectors, -1 to 1. Four sums at a time: a single one waits for each addition before the next. */
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

/** Punctuation that a recogniser guessed must not decide what is found. */
export const asQuestion = (text: string): string =>
  `${text
    .replace(/[.,!?;:]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}?`;
