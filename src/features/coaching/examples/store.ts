import { randomUUID } from 'node:crypto';
import { bind, type OrganisationId, type Queries, type Tables } from '../../../data/index.ts';
import { insertPersona } from '../personas/index.ts';
import { type Example, examples } from './examples.ts';

/** Without a name, a persona speaks with another voice than the agent. */
const anyVoice = { provider: 'platform', speaker: '' } as const;
const category = 'Examples';

/**
 * Gives a new organisation customers to practise with, in the transaction that creates the organisation. Their
 * scenarios are judged by the whole scorecard.
 */
export async function addExamples(
  queries: Queries,
  tables: Tables,
  { organisationId, at }: { readonly organisationId: OrganisationId; readonly at: string },
): Promise<void> {
  const queriesOfOrganisation = bind(queries, organisationId);
  const startMs = Date.parse(at);
  for (const [index, example] of examples.entries()) {
    const personaUuid = randomUUID();
    const createdAt = new Date(startMs + index).toISOString();
    await insertPersona(queriesOfOrganisation, tables, { ...personaOf(example), uuid: personaUuid, createdAt });
    await queriesOfOrganisation.insert(tables.scenarios, [{ ...scenarioOf(example), personaUuid, createdAt }]);
  }
}

const personaOf = ({ name, profile, objections, verbosity, fillers, interrupts }: Example) => ({
  name,
  profile,
  objections,
  speechHabits: { pace: 'normal', fillers, verbosity, interrupts },
  hiddenState: {},
  languageCode: 'en-US',
  voice: anyVoice,
  documentUuids: [],
  sourceCallUuid: null,
  version: 1,
});

const scenarioOf = ({ scenario }: Example) => ({
  uuid: randomUUID(),
  name: scenario.name,
  situation: scenario.situation,
  objective: scenario.objective,
  difficulty: scenario.difficulty,
  category,
  agentOpens: true,
  hiddenState: scenario.hiddenState,
  stopConditions: { max_turns: scenario.maxTurns, satisfied_when: scenario.satisfiedWhen, hangup_triggers: [] },
  rubric: null,
  rubricFieldIds: null,
  toolMocks: {},
  lineQuality: 'clear' as const,
});
