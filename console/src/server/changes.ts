const listeners = new Set<() => void>();
const latest = { atMs: 0 };

/** Called after each request of this page that may have changed something. */
export function noteChange(): void {
  latest.atMs = Date.now();
  for (const listener of listeners) listener();
}

/** When this page last changed something, in Unix milliseconds; 0 for never. */
export const changedAtMs = (): number => latest.atMs;

/** Calls `listener` after each change until the returned function is called. */
export function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
