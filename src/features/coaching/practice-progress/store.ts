import { and, asc, desc, eq, gte, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { RunScore } from '../practice-runs/index.ts';

type RunRow = Tables['practiceRuns']['$inferSelect'];

/** A live practice session with a verdict. */
export type JudgedRun = Pick<RunRow, 'uuid' | 'userUuid' | 'scenarioUuid' | 'scenarioName' | 'score' | 'verdict'> & {
  readonly scores: readonly RunScore[];
  readonly at: string;
};

export interface ProgressStore {
  /** Newest first. */
  runs(
    organisation: OrganisationId,
    filter: { readonly userUuid?: string; readonly since?: string; readonly limit: number },
  ): Promise<JudgedRun[]>;
  /** Returns the names of members by uuid. */
  names(organisation: OrganisationId): Promise<ReadonlyMap<string, string>>;
}

export function createProgressStore(database: Database): ProgressStore {
  const { practiceRuns: runs, memberships, users } = database.tables;
  const { uuid, userUuid, scenarioUuid, scenarioName, score, verdict, scores, createdAt } = runs;
  const columns = { uuid, userUuid, scenarioUuid, scenarioName, score, verdict, scores, createdAt };
  return {
    async runs(organisation, filter) {
      const where = and(
        eq(runs.targetKind, 'human_rep'),
        eq(runs.status, 'completed'),
        ...(filter.userUuid === undefined ? [] : [eq(runs.userUuid, filter.userUuid)]),
        ...(filter.since === undefined ? [] : [gte(runs.createdAt, filter.since)]),
      ) as SQL;
      const orderBy = [desc(runs.createdAt), asc(runs.uuid)];
      const { read } = forOrganisation(database, organisation);
      const rows = await read.pick(runs, columns, where, { limit: filter.limit, orderBy });
      return rows.map(({ createdAt: at, scores: storedScores, ...row }) => ({
        ...row,
        at,
        scores: storedScores as RunScore[],
      }));
    },
    async names(organisation) {
      const rows = await database.system.read
        .select({ uuid: users.uuid, name: users.name, email: users.email })
        .from(memberships)
        .innerJoin(users, eq(users.uuid, memberships.userUuid))
        .where(eq(memberships.organisationId, organisation));
      return new Map(rows.map((row) => [row.uuid, row.name ?? row.email]));
    },
  };
}
