import { difficulties } from '../../../data/index.ts';
import type { Scenario } from '../scenarios/index.ts';
import { bar, type CriterionSeries, criteriaOf } from './criteria.ts';
import type { NextScenario } from './schema.ts';
import type { JudgedRun } from './store.ts';

type Choice = Pick<Scenario, 'uuid' | 'name' | 'objective' | 'difficulty' | 'rubric_overrides' | 'created_at'>;

/**
 * Returns the scenario to practise next, from a person's latest sessions, newest first. Picks the weakest criterion
 * below the bar that any scenario covers, and of its scenarios the least practised, then the easiest, then the oldest.
 */
export function nextOf(scenarios: readonly Choice[], runs: readonly JudgedRun[]): NextScenario {
  const timesOf = (uuid: string): number => runs.filter(({ scenarioUuid }) => scenarioUuid === uuid).length;
  const inOrder = [...scenarios].sort(
    (a, b) =>
      timesOf(a.uuid) - timesOf(b.uuid) ||
      difficulties.indexOf(a.difficulty) - difficulties.indexOf(b.difficulty) ||
      (a.created_at < b.created_at ? -1 : 1),
  );
  const first = inOrder[0];
  if (first === undefined) return answerOf(undefined, undefined, 'There are no scenarios yet. Create one to practise.');
  if (runs.length === 0) return answerOf(first, undefined, 'You have no scored session yet. Begin with this scenario.');
  const weak = criteriaOf(runs).filter(({ mean }) => mean < bar);
  for (const criterion of weak) {
    const choice = inOrder.find(({ rubric_overrides: ids }) => ids.includes(criterion.id));
    if (choice !== undefined) return answerOf(choice, criterion, weakness(criterion, runs.length));
  }
  return answerOf(first, undefined, weak.length > 0 ? untrained(weak) : unpractised(first, timesOf(first.uuid)));
}

const weakness = ({ name, mean }: CriterionSeries, runs: number): string =>
  `Your mean for "${name}" is ${mean} of 100 over your last ${runs === 1 ? 'session' : `${runs} sessions`}, the lowest of your criteria. This scenario is scored by it.`;

const untrained = ([weakest]: readonly CriterionSeries[]): string =>
  `No scenario is scored by "${weakest?.name}", your weakest criterion. You have practised this one least.`;

const unpractised = ({ name }: Choice, times: number): string =>
  times === 0
    ? `Every criterion of yours is at least ${bar}. You have not practised "${name}" lately.`
    : `Every criterion of yours is at least ${bar}. You have practised "${name}" least.`;

const answerOf = (
  scenario: Choice | undefined,
  weakest: CriterionSeries | undefined,
  reason: string,
): NextScenario => ({
  scenario_uuid: scenario?.uuid ?? null,
  scenario_name: scenario?.name ?? null,
  objective: scenario?.objective ?? null,
  difficulty: scenario?.difficulty ?? null,
  criterion: weakest
    ? { field_id: weakest.id, name: weakest.name, mean: weakest.mean, runs: weakest.points.length }
    : null,
  reason,
});
