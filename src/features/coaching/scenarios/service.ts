import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { type Persona, unknownPersona } from '../personas/index.ts';
import { givenAway } from './given-away.ts';
import { type Criterion, chosenOf, type Rubrics } from './rubrics.ts';
import type { NewScenario, Scenario } from './schema.ts';
import type { ScenarioFilter, ScenarioRow, ScenarioStore } from './store.ts';

export interface ScenariosOptions {
  readonly store: ScenarioStore;
  readonly rubrics: Pick<Rubrics, 'criteria'>;
  readonly now: () => Date;
}

export type Scenarios = ReturnType<typeof createScenarios>;

/** Situations for simulated customers. */
export function createScenarios({ store, rubrics, now }: ScenariosOptions) {
  const rowOf = (body: NewScenario, criteria: readonly Criterion[]): ScenarioRow => ({
    uuid: randomUUID(),
    personaUuid: body.persona_uuid,
    name: body.name,
    situation: body.situation,
    objective: body.objective ?? '',
    difficulty: body.difficulty ?? 'medium',
    category: body.category ?? null,
    agentOpens: body.agent_opens ?? true,
    hiddenState: body.hidden_state ?? {},
    stopConditions: stopsOf(body.stop_conditions),
    ...choiceOf(body, criteria),
    toolMocks: body.tool_mocks ?? {},
    lineQuality: body.line_quality ?? 'clear',
    createdAt: now().toISOString(),
  });

  return {
    remove: store.remove,
    /** Returns what `add` would store with this persona. Throws the same errors. */
    async draft(organisation: OrganisationId, body: NewScenario, persona: Persona): Promise<Scenario> {
      const criteria = await rubrics.criteria(organisation);
      const row = rowOf(body, criteria);
      refuseContradiction(row, persona);
      return toJson(row, criteria);
    },
    /** Throws for an unknown rubric or persona, and for a scenario that contradicts itself. */
    async add(organisation: OrganisationId, body: NewScenario): Promise<Scenario> {
      const criteria = await rubrics.criteria(organisation);
      const row = rowOf(body, criteria);
      const added = await store.add(organisation, row, (persona) => refuseContradiction(row, persona));
      if (!added) throw unknownPersona(body.persona_uuid);
      return toJson(row, criteria);
    },
    async get(organisation: OrganisationId, uuid: string): Promise<Scenario | undefined> {
      const row = await store.get(organisation, uuid);
      return row && toJson(row, await rubrics.criteria(organisation));
    },
    /** Returns a scenario with its criteria. */
    async whole(organisation: OrganisationId, uuid: string) {
      const row = await store.get(organisation, uuid);
      if (row === undefined) return undefined;
      const criteria = await rubrics.criteria(organisation);
      return { scenario: toJson(row, criteria), criteria: chosenOf(criteria, choiceIn(row)) };
    },
    async list(
      organisation: OrganisationId,
      filter: ScenarioFilter,
      page: { readonly limit: number; readonly offset: number },
    ) {
      const { rows, total } = await store.list(organisation, filter, page);
      const criteria = await rubrics.criteria(organisation);
      return { results: rows.map((row) => toJson(row, criteria)), total };
    },
  };
}

const stopsOf = (conditions: NewScenario['stop_conditions']): Scenario['stop_conditions'] => ({
  max_turns: conditions?.max_turns ?? null,
  satisfied_when: conditions?.satisfied_when ?? null,
  hangup_triggers: conditions?.hangup_triggers ?? [],
});

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((value, at) => value === others[at]);

const both = 'Send either rubric or rubric_field_ids, not both.';

function choiceOf(body: NewScenario, criteria: readonly Criterion[]): Pick<ScenarioRow, 'rubric' | 'rubricFieldIds'> {
  const { rubric_field_ids: ids, rubric_overrides: overrides } = body;
  const rubric = body.rubric ?? null;
  if (ids && overrides && !isSame(ids, overrides))
    throw new Problem(
      'bad_request',
      'rubric_field_ids and rubric_overrides must have the same value. Send one of them.',
    );
  if (rubric !== null && ids) throw new Problem('bad_request', both);
  if (rubric !== null) {
    const chosen = chosenOf(criteria, { rubric, fieldIds: null });
    if (chosen.length === 0)
      throw new Problem('bad_request', 'rubric must name a category that GET /api/pf-coach/rubrics lists.');
    // Accepts `rubric_overrides` with the value that a response contains.
    const isReadBack = isSame(
      overrides ?? [],
      chosen.map(({ id }) => `${id}`),
    );
    if (overrides && !isReadBack) throw new Problem('bad_request', both);
    return { rubric, rubricFieldIds: null };
  }
  const fieldIds = ids ?? overrides ?? [];
  if (fieldIds.length === 0) return { rubric: null, rubricFieldIds: null };
  const numbers = fieldIds.map((fieldId) => {
    const field = criteria.find(({ id, key }) => `${id}` === fieldId || key === fieldId);
    if (field === undefined)
      throw new Problem('bad_request', `rubric_field_ids names the field ${fieldId}, which is not a score field.`);
    return `${field.id}`;
  });
  return { rubric: null, rubricFieldIds: [...new Set(numbers)] };
}

/** Throws if the objective, which the person reads, reveals a hidden fact. */
function refuseContradiction(row: ScenarioRow, persona: Persona): void {
  const key =
    givenAway(row.objective, row.hiddenState as Record<string, unknown>) ??
    givenAway(row.objective, persona.hidden_state);
  if (key !== undefined)
    throw new Problem('bad_request', `objective gives away the hidden fact "${key}". Take it out of one of them.`);
}

const choiceIn = ({ rubric, rubricFieldIds }: ScenarioRow) => ({
  rubric,
  fieldIds: rubricFieldIds as readonly string[] | null,
});

function toJson(row: ScenarioRow, criteria: readonly Criterion[]): Scenario {
  const isChosen = row.rubric !== null || row.rubricFieldIds !== null;
  const chosen = isChosen ? chosenOf(criteria, choiceIn(row)) : [];
  return {
    uuid: row.uuid,
    persona_uuid: row.personaUuid,
    name: row.name,
    situation: row.situation,
    objective: row.objective,
    difficulty: row.difficulty,
    category: row.category,
    agent_opens: row.agentOpens,
    hidden_state: row.hiddenState as Scenario['hidden_state'],
    stop_conditions: row.stopConditions as Scenario['stop_conditions'],
    rubric: row.rubric,
    rubric_overrides: chosen.map(({ id }) => `${id}`),
    tool_mocks: row.toolMocks as Scenario['tool_mocks'],
    line_quality: row.lineQuality,
    created_at: row.createdAt,
  };
}
