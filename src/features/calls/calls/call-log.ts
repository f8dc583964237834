import type { Log } from '../../../log.ts';
import type { LoggedEvent, StoredEvent } from './call-rows.ts';

export interface CallLogOptions {
  /** `again`: the previous attempt failed, or its result was lost. */
  readonly write: (events: readonly LoggedEvent[], again: boolean) => Promise<{ unknown: number; fenced: number }>;
  /** Returns whether a retry may succeed. */
  readonly isDiskTrouble: (error: unknown) => boolean;
  readonly log: Log;
  readonly now: () => Date;
  /**
   * Maximum number of events waiting for the disk. Beyond it the newest are refused, so that the stored log has no
   * gaps.
   */
  readonly capacity: number;
}

export interface CallLogWriter {
  note(callUuid: string, event: StoredEvent): void;
  /** Writes the waiting events. Rejects on failure; the events then stay queued. */
  flush(): Promise<void>;
  /** Flushes once more and discards what cannot be written. */
  close(): Promise<void>;
  /** Numbers of events waiting for the disk, and refused so far. */
  readonly waiting: number;
  readonly refused: number;
  /** Number of alarms of all calls since startup, by code: `sample_rate_mismatch`, `recording_failed` and so on. */
  readonly alarms: Readonly<Record<string, number>>;
}

const flushAfterMs = 200;
const retryAfterMs = 1000;
const flushAtEvents = 64;
const batchEvents = 512;

/** Writes events of calls in batches: every 200 ms, at 64 events, and at the end of a call. */
export function createCallLog(options: CallLogOptions): CallLogWriter {
  const queue: LoggedEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  let again = false;
  let refused = 0;
  const alarms: Record<string, number> = {};

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (queue.length > 0) {
      running ??= drain().finally(() => {
        running = undefined;
      });
      await running;
    }
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, batchEvents);
      await writeBatch(batch);
      again = false;
      queue.splice(0, batch.length);
      if (failing) options.log.info('call log is writable again');
      failing = false;
    }
  }

  /** Leaves out an event that the database itself rejects; it must not block the others. */
  async function writeBatch(batch: readonly LoggedEvent[]): Promise<void> {
    try {
      const { unknown, fenced } = await options.write(batch, again);
      if (unknown > 0) options.log.warn({ unknown }, 'dropped events of unknown calls');
      if (fenced > 0) options.log.warn({ fenced }, 'dropped events of calls that this process no longer owns');
    } catch (error) {
      again = true;
      if (options.isDiskTrouble(error)) throw error;
      if (batch.length > 1) for (const event of batch) await writeBatch([event]);
      else options.log.error({ err: error, callUuid: batch[0]?.callUuid }, 'failed to store an event');
    }
  }

  const soon = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushQuietly();
    }, delayMs);
  };
  const flushQuietly = (): void => {
    flush().catch((error: unknown) => {
      if (!failing) options.log.error({ err: error, waiting: queue.length }, 'failed to write the call log; retrying');
      failing = true;
      soon(retryAfterMs);
    });
  };

  const note = (callUuid: string, event: StoredEvent): void => {
    if (event.type === 'alarm') alarms[event.code] = (alarms[event.code] ?? 0) + 1;
    if (queue.length >= options.capacity) {
      refused += 1;
      return;
    }
    queue.push({ callUuid, event, recordedAt: options.now().toISOString() });
    if (failing) return;
    if (event.type === 'ended' || queue.length >= flushAtEvents) flushQuietly();
    else soon(flushAfterMs);
  };

  return {
    note,
    flush,
    async close() {
      await flush().catch((error: unknown) => {
        options.log.error({ err: error, lost: queue.length }, 'failed to write the end of the call log');
      });
      clearTimeout(timer);
    },
    alarms,
    get waiting() {
      return queue.length;
    },
    get refused() {
      return refused;
    },
  };
}
