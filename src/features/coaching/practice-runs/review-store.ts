import { eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { NewReview, Review } from './review-schema.ts';
import type { RunScore } from './schema.ts';

interface Reviewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type Reviews = ReturnType<typeof createReviews>;

type Row = Omit<Tables['practiceReviews']['$inferSelect'], 'organisationId'>;

/** People's reviews of runs. The judge's verdict and scores are unchanged. */
export function createReviews(database: Database, now: () => Date) {
  const { practiceReviews: reviews, practiceRuns: runs } = database.tables;
  return {
    /** Returns reviews by run uuid. */
    async of(organisation: OrganisationId, runUuids: readonly string[]): Promise<ReadonlyMap<string, Review>> {
      if (runUuids.length === 0) return new Map();
      const { read } = forOrganisation(database, organisation);
      const rows = await read.select(reviews, inArray(reviews.runUuid, [...runUuids]));
      return new Map(rows.map((row) => [row.runUuid, toJson(row)]));
    },
    /** Replaces an earlier review. Returns undefined for an unknown run; throws for a run without a verdict. */
    async put({ organisationId, userUuid }: Reviewer, uuid: string, body: NewReview): Promise<Review | undefined> {
      return forOrganisation(database, organisationId).tx(async (queries) => {
        const [run] = await queries.lock(runs, eq(runs.uuid, uuid));
        if (run === undefined) return undefined;
        if (run.verdict === null)
          throw new Problem('conflict', 'The run has no verdict. Only a run that was judged can be reviewed.');
        const fieldIds = new Set((run.scores as RunScore[]).map(({ field_id: id }) => id));
        const unknown = body.scores?.find(({ field_id: id }) => !fieldIds.has(id));
        if (unknown !== undefined)
          throw new Problem('bad_request', `scores: the run is not scored by the criterion ${unknown.field_id}.`);
        const row: Row = {
          runUuid: uuid,
          userUuid,
          verdict: body.verdict ?? null,
          scores: body.scores ?? [],
          reason: body.reason,
          updatedAt: now().toISOString(),
        };
        await queries.delete(reviews, eq(reviews.runUuid, uuid));
        await queries.insert(reviews, [row]);
        return toJson(row);
      });
    },
  };
}

const toJson = ({ verdict, scores, reason, userUuid, updatedAt }: Row): Review => ({
  verdict,
  scores: scores as Review['scores'],
  reason,
  user_uuid: userUuid,
  updated_at: updatedAt,
});
