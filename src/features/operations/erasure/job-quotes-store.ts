import { eq } from 'drizzle-orm';
import type { Database, OrganisationId, TenantQueries } from '../../../data/index.ts';
import { isAbout, type Quoted } from './quoted.ts';
import { changeEachPage, keyedTable } from './row-pages-store.ts';

export interface StoppedJobs {
  readonly stopped: number;
  /** Jobs that still run; they have been asked to stop. */
  readonly running: number;
}

export interface JobQuotes {
  /** Cancels jobs, and empties what ended ones left. `but`: the job of the erasure. */
  stopJobs(organisation: OrganisationId, person: Quoted, but: string): Promise<StoppedJobs>;
  /** Replaces the payload of the erasure's own job, and deletes its steps, which name what they erased. */
  forgetJob(queries: TenantQueries, uuid: string, payload: object): Promise<void>;
}

export interface JobQuotesOptions {
  /** Cancels a job in the caller's transaction. */
  readonly cancelJob: (queries: TenantQueries['system'], uuid: string) => Promise<unknown>;
}

/** Removes what jobs say about a person. */
export function createJobQuotes(database: Database, { cancelJob }: JobQuotesOptions): JobQuotes {
  const { jobs, jobSteps } = database.tables;
  const rowsOfJobs = keyedTable(database.tables, 'jobs', 'uuid');

  return {
    async stopJobs(organisation, person, but) {
      let running = 0;
      const stopped = await changeEachPage(database, organisation, rowsOfJobs, async (rows, queries) => {
        const about = rows.filter(
          (row) =>
            row.uuid !== but && isAbout(JSON.stringify([row.payload, row.uniqueKey, row.error, row.note]), person),
        );
        for (const row of about) {
          const uuid = row.uuid as string;
          await cancelJob(queries.system, uuid);
          if (row.status === 'running') {
            running += 1;
            continue;
          }
          await queries.system.delete(jobSteps).where(eq(jobSteps.jobUuid, uuid));
          await queries.update(jobs, { payload: {}, uniqueKey: null, error: null, note: null }, eq(jobs.uuid, uuid));
        }
        return about.filter(({ status }) => status !== 'running').length;
      });
      return { stopped, running };
    },
    async forgetJob(queries, uuid, payload) {
      await queries.system.delete(jobSteps).where(eq(jobSteps.jobUuid, uuid));
      await queries.update(jobs, { payload }, eq(jobs.uuid, uuid));
    },
  };
}
