/**
 * Throws an Error when `condition` is false. For conditions that the code itself guarantees, so a failure is a bug and
 * not invalid input.
 */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
