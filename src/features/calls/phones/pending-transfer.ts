import type { LegEnd } from '../../../../media/index.ts';

/** An attempt to complete a transfer. */
export interface Attempt {
  /** Stops what it has begun. */
  stop(): void;
}

/** A transfer that a leg has asked for and that is not complete. */
export interface PendingTransfer {
  readonly isPending: boolean;
  /** Whether the transfer still waits for this attempt. */
  isOf(attempt: Attempt): boolean;
  /** Resolves to the SIP status of the attempt. */
  attempt(run: (mine: Attempt) => Promise<number>): Promise<number>;
  /** Notes how the leg has ended that asked for it. */
  depart(end: LegEnd): void;
  /** Ends the call if that leg is gone: nobody takes its place. */
  abandon(): void;
  /** Another leg has taken its place. */
  complete(): void;
  stop(): void;
}

/** `onAbandoned`: nobody is left at the far end. */
export function createPendingTransfer(onAbandoned: (end: LegEnd) => void): PendingTransfer {
  let current: Attempt | undefined;
  let departure: LegEnd | undefined;

  function abandon(): void {
    if (departure !== undefined) onAbandoned(departure);
  }

  return {
    get isPending() {
      return current !== undefined;
    },
    isOf: (attempt) => attempt === current,
    async attempt(run) {
      const mine: Attempt = { stop() {} };
      current = mine;
      const status = await run(mine).catch(() => 500);
      if (current !== mine) return status;
      current = undefined;
      abandon();
      return status;
    },
    depart(end) {
      departure = end;
    },
    abandon,
    complete() {
      const attempt = current;
      current = undefined;
      attempt?.stop();
      departure = undefined;
    },
    stop: () => current?.stop(),
  };
}
