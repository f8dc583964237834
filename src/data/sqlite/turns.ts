/** Work of one turn of the event loop before sockets and timers get theirs. */
const turnMs = 8;

/**
 * Returns a function to await before a piece of work. A statement of SQLite is done when it returns, so a chain of them
 * never waits for anything: without this, a loop over many rows keeps the event loop from sockets and timers until its
 * last row.
 */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let startedAt: number | undefined;
  return async () => {
    if (startedAt === undefined) {
      startedAt = now();
      setImmediate(() => {
        startedAt = undefined;
      });
    } else if (now() - startedAt > turnMs) await new Promise((resolve) => setImmediate(resolve));
  };
}
