import type { Log } from '../../log.ts';

export interface Rounds {
  start(options?: { readonly atOnce: boolean }): void;
  /** Waits for the round in progress. Idempotent. */
  stop(): Promise<void>;
}

/** Starts a round every `periodMs`, unless the previous one is still running. A failed round is logged as `trouble`. */
export function every(periodMs: number, round: () => Promise<void>, log: Pick<Log, 'error'>, trouble: string): Rounds {
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  const begin = (): void => {
    if (running.size > 0) return;
    const runningRound = round()
      .catch((error: unknown) => log.error({ err: error }, trouble))
      .finally(() => running.delete(runningRound));
    running.add(runningRound);
  };
  return {
    start({ atOnce } = { atOnce: false }) {
      timers.push(setInterval(begin, periodMs));
      if (atOnce) begin();
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running);
    },
  };
}

export type Every = typeof every;

/** Shortens periods that are longer than `mostMs`. */
export const everyAtMost =
  (mostMs: number): Every =>
  (periodMs, ...rest) =>
    every(Math.min(periodMs, mostMs), ...rest);
