import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../data/index.ts';

export interface CountFolding {
  /** Folds until fewer changes than one batch are pending. Returns the number of folded changes. */
  round(): Promise<number>;
  /** Runs rounds on a timer until closed. */
  start(): void;
  close(): Promise<void>;
}

export interface CountFoldingOptions {
  /** Changes per transaction. A smaller remainder stays pending; readers add it. */
  readonly atOnce?: number;
  readonly onTrouble?: (error: unknown) => void;
}

const roundEveryMs = 5000;
/** Limit for one round: a backlog of hundreds of thousands is folded over minutes, beside other work. */
const mostFolds = 40;

/**
 * Adds pending changes to the kept counts. Changes are inserted without contention and only this job writes the sums,
 * so calls that end together do not wait for each other. Any number of processes may run it concurrently.
 */
export function createCountFolding(
  database: Database,
  { atOnce = 500, onTrouble = () => {} }: CountFoldingOptions = {},
): CountFolding {
  async function foldAll(): Promise<number> {
    let folded = 0;
    for (let folds = 0; folds < mostFolds; folds++) {
      const some = await fold(database, atOnce);
      folded += some;
      if (some < atOnce) break;
    }
    return folded;
  }

  let running: Promise<number> | undefined;
  const round = (): Promise<number> => {
    running ??= foldAll().finally(() => {
      running = undefined;
    });
    return running;
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    round,
    start() {
      timer ??= setInterval(() => void round().catch(onTrouble), roundEveryMs);
    },
    async close() {
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}

/** Folds the oldest changes. Returns their number: `atOnce` or 0. */
async function fold({ system, tables }: Database, atOnce: number): Promise<number> {
  const { callCounts: kept, callCountChanges: changes } = tables;
  const { id } = changes;
  const [last] = await system.read
    .select({ id })
    .from(changes)
    .limit(1)
    .offset(atOnce - 1);
  if (last === undefined) return 0;
  return system.tx(
    async (queries) => {
      const some = await queries.locked(queries.select({ id }).from(changes).orderBy(asc(id)).limit(atOnce));
      if (some.length === 0) return 0;
      // By id: rows with lower ids may be committed between these statements.
      const these = inArray(
        id,
        some.map((change) => change.id),
      );
      // In key order, to prevent deadlocks.
      await queries.rows(sql`INSERT INTO ${kept}
          (organisation_id, grain, flow_uuid, period, outcome, sentiment, calls, duration_ms)
        SELECT organisation_id, grain, CASE WHEN grain IN ('day', 'month') THEN '' ELSE flow_uuid END,
          substr(day, 1, characters), outcome, sentiment, sum(calls), sum(duration_ms)
        FROM ${changes} CROSS JOIN (SELECT 'day' AS grain, 10 AS characters UNION ALL SELECT 'flow_day', 10
          UNION ALL SELECT 'month', 7 UNION ALL SELECT 'flow_month', 7) AS grains
        WHERE ${these} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
        ON CONFLICT (organisation_id, grain, flow_uuid, period, outcome, sentiment) DO UPDATE
          SET calls = call_counts.calls + excluded.calls,
            duration_ms = call_counts.duration_ms + excluded.duration_ms
        RETURNING grain`);
      await queries.delete(changes).where(these);
      return some.length;
    },
    { asIfAlone: false },
  );
}
