import type { Clock } from '../kit/clock.ts';

interface Wait {
  readonly predicate: () => boolean;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Callbacks to run whenever something happened. */
  readonly waiters: Set<() => void>;
  readonly over: () => boolean;
}

/** Resolves to true when the predicate becomes true; otherwise to its value when the time runs out or the call ends. */
export function waitUntil({ predicate, timeoutMs, clock, waiters, over }: Wait): Promise<boolean> {
  if (predicate() || over()) return Promise.resolve(predicate());
  return new Promise((resolve) => {
    const settle = (answer: boolean): void => {
      waiters.delete(check);
      cancel();
      resolve(answer);
    };
    const check = (): void => {
      if (predicate()) settle(true);
      else if (over()) settle(false);
    };
    const cancel = clock.after(timeoutMs, () => settle(predicate()));
    waiters.add(check);
  });
}
