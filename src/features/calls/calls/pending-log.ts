import { unlessAway } from '../../../data/index.ts';
import type { CallRow } from './call-rows.ts';
import type { CallsOptions } from './contract.ts';

export type PendingLog = ReturnType<typeof createPendingLog>;

/** What waits in the log of calls, and is written before the store is asked about it. */
export function createPendingLog({ store, tokens, log }: Pick<CallsOptions, 'store' | 'tokens' | 'log'>) {
  /** Where several servers share the data, a call need not wait for the database: its ticket contains it. */
  const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> => (tokens.isShared ? unlessAway(work) : work);

  const flush = async (): Promise<void> => void (await unlessGone(log.flush()).catch(() => {}));

  /** Writes the log if a call is missing in the store because of it. A request about other calls does not wait. */
  const everyCallStored = async (): Promise<void> => (log.hasUnstored ? flush() : undefined);

  /** Writes the log if something of the call is in it. */
  const stored = async (callUuid: string): Promise<void> => (log.isWaiting(callUuid) ? flush() : undefined);

  /** Returns the call with what waited in the log when it was read. */
  async function asStored(call: CallRow): Promise<CallRow> {
    if (!log.isWaiting(call.uuid)) return call;
    await flush();
    return (await unlessGone(store.find(call.uuid))) ?? call;
  }

  return { unlessGone, everyCallStored, stored, asStored };
}
