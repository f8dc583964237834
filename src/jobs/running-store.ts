import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queries } from '../data/index.ts';
import type { JobChange } from './job.ts';
import { statusOf } from './status-store.ts';

/** Statements on running jobs and on the steps they have completed. */
export function createRunningJobs({ tables, system }: Database) {
  const { jobs, jobSteps } = tables;
  const is = statusOf(jobs);
  const nextBeat = sql`${jobs.beat} + 1`;

  return {
    /** Updates a job that this token still holds, otherwise returns undefined. Counts as a heartbeat. */
    async write(queries: Queries, held: { uuid: string; token: number; beat?: number }, change: JobChange) {
      const isOurs = and(is('running'), eq(jobs.uuid, held.uuid), eq(jobs.token, held.token));
      const [job] = await queries
        .update(jobs)
        .set({ ...change, beat: nextBeat })
        .where(held.beat === undefined ? isOurs : and(isOurs, eq(jobs.beat, held.beat)))
        .returning({ cancelAsked: jobs.cancelAsked });
      return job;
    },
    /** Sends a heartbeat for all known jobs of an owner. Returns those that it still owns. */
    renew: (queries: Queries, owner: string, uuids: readonly string[]) =>
      queries
        .update(jobs)
        .set({ beat: nextBeat })
        .where(and(is('running'), eq(jobs.owner, owner), inArray(jobs.uuid, [...uuids])))
        .returning({ uuid: jobs.uuid, token: jobs.token, cancelAsked: jobs.cancelAsked }),
    async stepResult(queries: Queries, jobUuid: string, name: string): Promise<{ result: unknown } | undefined> {
      const steps = queries.select({ result: jobSteps.result }).from(jobSteps);
      const [step] = await steps.where(and(eq(jobSteps.jobUuid, jobUuid), eq(jobSteps.name, name)));
      return step && { result: (step.result as { is?: unknown }).is };
    },
    async keepStep(queries: Queries, jobUuid: string, name: string, result: unknown): Promise<void> {
      await queries.insert(jobSteps).values({ jobUuid, name, result: { is: result } });
      await queries.update(jobs).set({ advanced: true }).where(eq(jobs.uuid, jobUuid));
    },
    running: () => {
      const { uuid, token, beat, owner, attempts, maxAttempts, advanced, cancelAsked } = jobs;
      const claim = { uuid, token, beat, owner, attempts, maxAttempts, advanced, cancelAsked };
      const { kind, organisationId, payload } = jobs;
      return system.read
        .select({ ...claim, kind, organisationId, payload })
        .from(jobs)
        .where(is('running'));
    },
  };
}
