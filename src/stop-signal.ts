export interface StopSignalOptions {
  /** The process that receives the signals. */
  readonly signals: { on(signal: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown };
  readonly exit: (status: number) => void;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly log: { info(fields: object, message: string): void };
}

/** A terminal signals every process of a group, and the parent process forwards the signal as well. */
const sameSignalMs = 500;
/** Exit code that a shell reports for an interrupted program. */
const interrupted = 130;

/**
 * Resolves at the first SIGTERM or SIGINT. After that, a SIGINT (a second Ctrl+C) ends the process at once. Another
 * SIGTERM does not: supervisors and scripts repeat it, and calls in progress would be cut off.
 */
export function awaitStopSignal({ signals, exit, nowMs, log }: StopSignalOptions): Promise<undefined> {
  return new Promise((resolve) => {
    let stoppingSinceMs: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      const atMs = nowMs();
      if (stoppingSinceMs === undefined) {
        stoppingSinceMs = atMs;
        log.info({ signal }, 'stopping: no new calls; calls in progress may finish; Ctrl+C stops at once');
        resolve(undefined);
      } else if (signal === 'SIGINT' && atMs - stoppingSinceMs >= sameSignalMs) exit(interrupted);
      else log.info({ signal }, 'still stopping: calls in progress may finish');
    };
    signals.on('SIGTERM', onSignal);
    signals.on('SIGINT', onSignal);
  });
}
