import { type SQL, sql } from 'drizzle-orm';
import type { Tables } from '../data/index.ts';
import type { JobStatus } from './job.ts';

/** Selects jobs by status. Inlined rather than bound: otherwise the databases do not use the partial index. */
export const statusOf =
  (jobs: Tables['jobs']) =>
  (status: JobStatus): SQL =>
    sql`${jobs.status} = ${sql.raw(`'${status}'`)}`;
