import type { Log } from '../../../log.ts';
import type { CallRow, StoredEvent } from './call-rows.ts';
import { type CallRecord, type CallSpool, uuidOf } from './call-spool.ts';
import { type WriteApartOptions, writeApart } from './write-apart.ts';

export interface CallLogOptions extends WriteApartOptions {
  /** Receives what a database server cannot for now; absent where the database is a file. */
  readonly spool?: CallSpool;
  readonly log: Log;
  readonly now: () => Date;
  /**
   * Maximum number of events waiting in memory. Beyond it the newest are refused, so that the stored log has no gaps.
   */
  readonly capacity: number;
}

export interface CallLogWriter {
  /** Stores a call that began without the database. Its events follow. Resolves when a spool in use has it. */
  open(call: CallRow): Promise<void>;
  note(callUuid: string, event: StoredEvent): void;
  /** Writes the waiting events. Rejects on failure; the events then stay queued. */
  flush(): Promise<void>;
  /** Flushes once more. Discards what cannot be written, unless the spool has it. */
  close(): Promise<void>;
  /** Returns a call that is not stored yet. */
  unstored(callUuid: string): CallRow | undefined;
  /** Returns whether something of the call is not stored yet. */
  isWaiting(callUuid: string): boolean;
  /** Whether calls may exist that are not stored yet. */
  readonly hasUnstored: boolean;
  /** Numbers of events waiting to be stored, and refused so far. */
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
  const queue: CallRecord[] = [];
  const { spool } = options;
  const waiting = createWaiting();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let failing = false;
  /** Whether records go to the spool: from an outage until the spool has been written. */
  let spooling = spool?.isEmpty === false;
  let again = false;
  let refused = 0;
  const alarms: Record<string, number> = {};

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (queue.length > 0 || spooling) {
      running ??= drain().finally(() => {
        running = undefined;
      });
      await running;
    }
  }

  async function drain(): Promise<void> {
    try {
      while (queue.length > 0 || spooling) {
        if (spooling && spool !== undefined) await drainSpool(spool);
        else await drainQueue();
        if (failing) options.log.info('call log is writable again');
        failing = false;
      }
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }

  function onFailure(error: unknown): void {
    if (!failing) options.log.error({ err: error, waiting: waiting.size }, 'failed to write the call log; retrying');
    failing = true;
    again = true;
    if (spool !== undefined) toSpool();
    soon(retryAfterMs);
  }

  async function drainQueue(): Promise<void> {
    const batch = queue.slice(0, batchEvents);
    await writeApart(batch, again, options);
    again = false;
    queue.splice(0, batch.length);
    waiting.remove(batch);
  }

  async function drainSpool(file: CallSpool): Promise<void> {
    const { records, bytes } = await file.first(batchEvents);
    await writeApart(records, true, options);
    again = false;
    await file.remove(bytes);
    waiting.remove(records);
    spooling = !file.isEmpty;
  }

  /** From now on, what happens goes to the spool, after what waits in memory. */
  function toSpool(): void {
    spooling = true;
    for (const record of queue.splice(0)) add(record);
  }

  function add(record: CallRecord): void {
    if (spooling) {
      if (spool?.add(record) === true) return;
    } else if (queue.length < options.capacity) {
      queue.push(record);
      return;
    }
    if (refused === 0) options.log.error({ waiting: waiting.size }, 'no room for events of calls; the newest are lost');
    refused += 1;
    waiting.remove([record]);
  }

  const soon = (delayMs: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushQuietly();
    }, delayMs);
  };
  /** A failure is logged and repeated by `drain`. */
  const flushQuietly = (): void => void flush().catch(() => {});

  function receive(record: CallRecord, isUrgent: boolean): void {
    waiting.add(record);
    add(record);
    if (failing) return;
    if (isUrgent || queue.length >= flushAtEvents) flushQuietly();
    else soon(flushAfterMs);
  }

  return {
    async open(call) {
      receive({ call }, false);
      // The spool reports what it cannot write.
      if (spooling) await spool?.written().catch(() => {});
    },
    note(callUuid, event) {
      if (event.type === 'alarm') alarms[event.code] = (alarms[event.code] ?? 0) + 1;
      receive({ callUuid, event, recordedAt: options.now().toISOString() }, event.type === 'ended');
    },
    flush,
    async close() {
      await flush().catch((error: unknown) => {
        if (queue.length > 0)
          options.log.error({ err: error, lost: queue.length }, 'failed to write the end of the call log');
      });
      clearTimeout(timer);
      await spool?.close();
    },
    unstored: waiting.call,
    isWaiting: waiting.has,
    get hasUnstored() {
      return spooling || waiting.hasCalls;
    },
    alarms,
    get waiting() {
      return waiting.size;
    },
    get refused() {
      return refused;
    },
  };
}

/** The records that are not stored yet, by call. */
function createWaiting() {
  const counts = new Map<string, number>();
  const calls = new Map<string, CallRow>();
  let size = 0;
  return {
    add(record: CallRecord): void {
      const uuid = uuidOf(record);
      counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
      size += 1;
      if ('call' in record) calls.set(uuid, record.call);
    },
    remove(records: readonly CallRecord[]): void {
      for (const record of records) {
        const uuid = uuidOf(record);
        const count = counts.get(uuid);
        if (count === undefined) continue;
        size -= 1;
        if (count > 1) counts.set(uuid, count - 1);
        else counts.delete(uuid);
        if ('call' in record) calls.delete(uuid);
      }
    },
    call: (uuid: string): CallRow | undefined => calls.get(uuid),
    has: (uuid: string): boolean => counts.has(uuid),
    get hasCalls() {
      return calls.size > 0;
    },
    get size() {
      return size;
    },
  };
}
