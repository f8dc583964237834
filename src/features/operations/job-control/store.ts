import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Queries, type Tables } from '../../../data/index.ts';
import type { Jobs } from '../../../jobs/index.ts';

type JobRow = Tables['jobs']['$inferSelect'];

/** Access of members and operators to enqueued jobs. */
export interface JobDesk {
  find(organisationId: OrganisationId, uuid: string): Promise<JobRow | undefined>;
  /** Dead jobs, most recent first. */
  dead(page: { readonly limit: number; readonly offset: number }): Promise<{ jobs: JobRow[]; total: number }>;
  /** Requeues a dead job with its full number of attempts. `taken`: another job has its unique key. */
  retry(uuid: string): Promise<'retried' | 'taken' | 'unknown'>;
  drop(uuid: string): Promise<boolean>;
}

export function createJobDesk(database: Database, queue: Pick<Jobs, 'wake'>): JobDesk {
  const { system, tables } = database;
  const { jobs } = tables;
  const isDead = eq(jobs.status, 'dead');

  async function isKeyTaken(queries: Queries, { kind, organisationId, uniqueKey, keyStays }: JobRow): Promise<boolean> {
    if (uniqueKey === null || keyStays) return false;
    const same = and(
      eq(jobs.kind, kind),
      eq(jobs.organisationId, organisationId),
      eq(jobs.uniqueKey, uniqueKey),
      inArray(jobs.status, ['delayed', 'waiting', 'running']),
    );
    return (await queries.select({ uuid: jobs.uuid }).from(jobs).where(same)).length > 0;
  }

  return {
    async find(organisationId, uuid) {
      const tenant = forOrganisation(database, organisationId);
      return (await tenant.read.select(tables.jobs, eq(jobs.uuid, uuid)))[0];
    },
    async dead({ limit, offset }) {
      const page = system.read.select().from(jobs).where(isDead).orderBy(desc(jobs.finishedAt), jobs.uuid);
      const count = system.read.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(jobs);
      const [total] = await count.where(isDead);
      return { jobs: await page.limit(limit).offset(offset), total: total?.total ?? 0 };
    },
    async retry(uuid) {
      const outcome = await system.tx(async (queries) => {
        const [job] = await queries
          .select()
          .from(jobs)
          .where(and(eq(jobs.uuid, uuid), isDead));
        if (job === undefined) return 'unknown';
        if (await isKeyTaken(queries, job)) return 'taken';
        await queries.update(jobs).set({ status: 'waiting', attempts: 0, finishedAt: null }).where(eq(jobs.uuid, uuid));
        return job;
      });
      if (typeof outcome === 'string') return outcome;
      queue.wake(outcome.kind);
      return 'retried';
    },
    drop: (uuid) =>
      system.tx(async (queries) => {
        const gone = queries.delete(jobs).where(and(eq(jobs.uuid, uuid), isDead));
        return (await gone.returning({ uuid: jobs.uuid })).length > 0;
      }),
  };
}
