/** Distinguishes drafts that are not stored yet. */
export const freshKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Returns the parts of a text that are not empty. */
export const listIn = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
