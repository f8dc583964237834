import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../src/data/index.ts';

export interface JobCounts {
  readonly all: number;
  /** Duplicate jobs of one kind and key, and calls with two records. */
  readonly doubled: number;
  /** Jobs not over a minute after the last start. */
  readonly open: number;
  readonly dead: number;
}

/** Counts jobs in the data directory of a stopped server. */
export async function countJobs(dataDir: string): Promise<JobCounts> {
  const root = new URL('../../../', import.meta.url);
  const database = await openDatabase({ dataDir, migrationsDir: fileURLToPath(new URL('migrations', root)) });
  try {
    const count = async (statement: ReturnType<typeof sql>): Promise<number> =>
      Number((await database.system.read.rows<{ n: number }>(statement))[0]?.n ?? 0);
    const keys = sql`SELECT kind, organisation_id, unique_key FROM jobs WHERE unique_key IS NOT NULL AND key_stays = 1
      GROUP BY kind, organisation_id, unique_key HAVING count(*) > 1`;
    const records = sql`SELECT uuid FROM interactions GROUP BY uuid HAVING count(*) > 1`;
    return {
      all: await count(sql`SELECT count(*) AS n FROM jobs`),
      doubled:
        (await count(sql`SELECT count(*) AS n FROM (${keys})`)) +
        (await count(sql`SELECT count(*) AS n FROM (${records})`)),
      open: await count(sql`SELECT count(*) AS n FROM jobs WHERE status IN ('waiting', 'running')`),
      dead: await count(sql`SELECT count(*) AS n FROM jobs WHERE status = 'dead'`),
    };
  } finally {
    await database.close();
  }
}
