import type { Database } from '../../data/index.ts';
import { createMemoryLimitStore, limitCapacity } from '../../http/limits/limit-store.ts';
import { createRequestCounts, purgedAtOnce } from '../../http/limits/request-count-store.ts';
import { createSharedLimitStore, type SharedLimitStore } from '../../http/limits/shared-limit-store.ts';
import type { Log } from '../../log.ts';

export interface SharedLimits {
  readonly callers: SharedLimitStore;
  close(): Promise<void>;
}

const purgeEveryMs = 60_000;
const mostPurges = 50;

/** Opens counts shared by all nodes; undefined where this process is the only one on its data. */
export function openSharedLimits(database: Database, log: Log): SharedLimits | undefined {
  if (database.dialect !== 'postgres') return undefined;
  const counts = createRequestCounts(database);
  const nowMs = () => performance.now();
  const callers = createSharedLimitStore({
    counts,
    memory: createMemoryLimitStore({ nowMs, capacity: limitCapacity }),
    nowMs,
    onAlone: (why) => log.warn({ why }, 'shared request counters are unavailable: counting on this node only'),
    onTogether: () => log.info('shared request counters are available again'),
  });

  /** Remaining rows are removed by the next purge, or by another node's. */
  async function purge(): Promise<void> {
    for (let purges = 0; purges < mostPurges; purges++) if ((await counts.purge()) < purgedAtOnce) return;
  }
  let purging = Promise.resolve();
  const timer = setInterval(() => {
    purging = purging.then(purge).catch((error: Error) => {
      log.warn({ why: error.message }, 'failed to remove expired request counters');
    });
  }, purgeEveryMs);

  return {
    callers,
    async close() {
      clearInterval(timer);
      await Promise.all([purging, callers.idle()]);
    },
  };
}
