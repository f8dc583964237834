/**
 * Runs work concurrently with `beside`, or exclusively with `alone`. Work submitted after exclusive work waits for it.
 */
export function createTurns() {
  const running = new Set<Promise<unknown>>();
  let over: Promise<unknown> = Promise.resolve();
  return {
    async beside<T>(work: () => Promise<T>): Promise<T> {
      for (let waited: unknown; waited !== over; ) {
        waited = over;
        await waited;
      }
      const run = work();
      const ended = run.then(
        () => {},
        () => {},
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return run;
    },
    alone<T>(work: () => Promise<T>): Promise<T> {
      const mine = over.then(() => Promise.all(running)).then(work);
      over = mine.catch(() => {});
      return mine;
    },
  };
}
