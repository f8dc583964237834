/** Gives each text a direction: those about the same have nearly one. Unit vectors, in the order of the texts. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Of two unit vectors, -1 to 1. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (let i = 0; i < a.length; i++) dot += (a[i] as number) * (b[i] as number);
  return dot;
}

/** Punctuation that a recogniser guessed must not decide what is found. */
export const asQuestion = (text: string): string =>
  `${text
    .replace(/[.,!?;:]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}?`;
