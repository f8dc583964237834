import type { OrganisationId } from '../../../data/index.ts';
import type { Scenarios } from '../scenarios/index.ts';
import { bar, criteriaOf, meanOf } from './criteria.ts';
import { nextOf } from './next.ts';
import type { NextScenario, Person, Progress, ProgressQuery } from './schema.ts';
import type { JudgedRun, ProgressStore } from './store.ts';

export interface ProgressOptions {
  readonly store: ProgressStore;
  readonly scenarios: Pick<Scenarios, 'list'>;
  readonly now: () => Date;
}

export type ProgressService = ReturnType<typeof createProgress>;

/** Number of latest sessions that determine what to practise next. */
const latest = 10;
const mostScenarios = 1000;
const mostRuns = 2000;
const dayMs = 24 * 3_600_000;

/** Recommends what to practise next, and shows how scores develop. */
export function createProgress({ store, scenarios, now }: ProgressOptions) {
  return {
    async next(organisation: OrganisationId, userUuid: string): Promise<NextScenario> {
      const { results } = await scenarios.list(organisation, {}, { limit: mostScenarios, offset: 0 });
      return nextOf(results, await store.runs(organisation, { userUuid, limit: latest }));
    },
    /** Returns the progress of one person, or of everybody with a session that has a verdict. */
    async progress(organisation: OrganisationId, query: ProgressQuery): Promise<Progress> {
      const { days, user_uuid: userUuid } = query;
      const since = new Date(now().getTime() - days * dayMs).toISOString();
      const filter = { since, limit: mostRuns, ...(userUuid === undefined ? {} : { userUuid }) };
      const runs = (await store.runs(organisation, filter)).reverse();
      const names = await store.names(organisation);
      const results = [...new Set(runs.map((run) => run.userUuid))].map((uuid) =>
        personOf(
          uuid,
          names.get(uuid) ?? 'A former member',
          runs.filter((run) => run.userUuid === uuid),
        ),
      );
      results.sort((a, b) => (a.name < b.name ? -1 : 1));
      return { results, days, bar };
    },
  };
}

function personOf(uuid: string, name: string, runs: readonly JudgedRun[]): Person {
  const scores = runs.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    user_uuid: uuid,
    name,
    mean: scores.length === 0 ? null : meanOf(scores),
    runs: runs.map(({ uuid: run_uuid, scenarioName: scenario_name, at, score, verdict }) => ({
      run_uuid,
      scenario_name,
      at,
      score,
      verdict,
    })),
    criteria: criteriaOf(runs).map(({ id, name: criterion, mean, points }) => ({
      field_id: id,
      name: criterion,
      mean,
      points: points.map(({ run, at, score }) => ({ run_uuid: run, at, score })),
    })),
  };
}
