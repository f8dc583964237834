/** Returns a key for a part of a form that has no id yet, such as a new row. */
export const freshKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');
