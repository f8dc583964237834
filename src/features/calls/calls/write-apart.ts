import type { Log } from '../../../log.ts';
import { type CallRecord, uuidOf } from './call-spool.ts';

export interface WriteApartOptions {
  /** `again`: an earlier attempt may have stored some of the records. */
  readonly write: (records: readonly CallRecord[], again: boolean) => Promise<{ unknown: number; fenced: number }>;
  /** Returns whether a retry may succeed. */
  readonly isDiskTrouble: (error: unknown) => boolean;
  readonly log: Pick<Log, 'warn' | 'error'>;
}

/** Writes a batch, without the records that the database itself rejects: they must not block the others. */
export async function writeApart(
  batch: readonly CallRecord[],
  again: boolean,
  options: WriteApartOptions,
): Promise<void> {
  const { log } = options;
  try {
    const { unknown, fenced } = await options.write(batch, again);
    if (unknown > 0) log.warn({ unknown }, 'dropped events of unknown calls');
    if (fenced > 0) log.warn({ fenced }, 'dropped events of calls that this process no longer owns');
  } catch (error) {
    if (options.isDiskTrouble(error)) throw error;
    const [first] = batch;
    if (batch.length > 1) for (const record of batch) await writeApart([record], true, options);
    else if (first !== undefined) log.error({ err: error, callUuid: uuidOf(first) }, 'failed to store an event');
  }
}
