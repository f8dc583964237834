import { and, asc, count, desc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { RunScore } from '../practice-runs/index.ts';

type Verdict = NonNullable<Tables['practiceRuns']['$inferSelect']['verdict']>;
type CheckRow = Omit<Tables['judgeChecks']['$inferSelect'], 'organisationId'>;

export interface Reviewed {
  readonly verdict: Verdict;
  readonly reviewedVerdict: Verdict | null;
  readonly scores: readonly RunScore[];
  readonly reviewedScores: readonly { readonly field_id: string; readonly score: number | null }[];
}

interface Count {
  readonly count: number;
  readonly hits: number;
}

export type JudgeQualityStore = ReturnType<typeof createJudgeQualityStore>;

const mostReviews = 2000;

export function createJudgeQualityStore(database: Database) {
  const { practiceRuns: runs, practiceReviews: reviews, judgeChecks: checks } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    /** Returns the latest reviews. */
    async reviewed(organisation: OrganisationId): Promise<Reviewed[]> {
      const rows = await database.system.read
        .select({
          verdict: runs.verdict,
          reviewedVerdict: reviews.verdict,
          scores: runs.scores,
          reviewedScores: reviews.scores,
        })
        .from(reviews)
        .innerJoin(runs, eq(runs.uuid, reviews.runUuid))
        .where(and(eq(reviews.organisationId, organisation), isNotNull(runs.verdict)))
        .orderBy(desc(reviews.updatedAt))
        .limit(mostReviews);
      return rows as Reviewed[];
    },
    async flips(organisation: OrganisationId): Promise<Count> {
      const { read } = of(organisation);
      return {
        count: await read.count(checks),
        hits: await read.count(checks, ne(checks.verdictBefore, checks.verdictAfter)),
      };
    },
    /** Counts invalid runs among completed simulated runs. */
    async invalid(organisation: OrganisationId): Promise<Count> {
      const { read } = of(organisation);
      const isOver = and(
        ne(runs.targetKind, 'human_rep'),
        inArray(runs.status, ['completed', 'failed', 'timeout']),
      ) as SQL;
      return {
        count: await read.count(runs, isOver),
        hits: await read.count(runs, and(isOver, eq(runs.errorCode, 'customer_mistake'))),
      };
    },
    /** Returns judged runs, those with the fewest checks first, then the newest. */
    async toCheck(organisation: OrganisationId, limit: number) {
      const checked = database.system.read
        .select({ runUuid: checks.runUuid, times: count().as('times') })
        .from(checks)
        .where(eq(checks.organisationId, organisation))
        .groupBy(checks.runUuid)
        .as('checked');
      const { uuid, verdict, snapshot, transcript } = runs;
      const rows = await database.system.read
        .select({ uuid, verdict, snapshot, transcript })
        .from(runs)
        .leftJoin(checked, eq(checked.runUuid, runs.uuid))
        .where(and(eq(runs.organisationId, organisation), isNotNull(runs.verdict)))
        .orderBy(asc(sql`coalesce(${checked.times}, 0)`), desc(runs.createdAt), asc(runs.uuid))
        .limit(limit);
      return rows;
    },
    /** Returns false if the run was deleted meanwhile. */
    add: (organisation: OrganisationId, row: CheckRow): Promise<boolean> =>
      of(organisation).tx(async (queries) => {
        const [run] = await queries.lock(runs, eq(runs.uuid, row.runUuid));
        if (run !== undefined) await queries.insert(checks, [row]);
        return run !== undefined;
      }),
  };
}
