/** Throws an Error when a condition does not hold that the code itself guarantees: a fault of the program, not of its input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
