import { type Database, localOrganisation } from '../../data/index.ts';
import {
  createExtractionFieldStore,
  type ExtractionField,
  newField,
} from '../../features/analysis/extraction-fields/index.ts';
import { createPersonaStore, createPersonas } from '../../features/coaching/personas/index.ts';
import { createRubrics, createScenarioStore, createScenarios } from '../../features/coaching/scenarios/index.ts';

const rubric = 'Taking a request';

/** Criteria for a call that requests a visit. A turn matches a phrase if it contains most of its words. */
const criteria = [
  { key: 'sample_greeting', name: 'Greeting', description: 'The agent greets the customer.' },
  { key: 'sample_name', name: 'Asks for the name', options: ['What is your name?', 'first and last name'] },
  { key: 'sample_time', name: 'Asks when it suits', options: ['What day and time?'] },
  { key: 'sample_read_back', name: 'Reads the details back', options: ['Is that correct?'] },
  {
    key: 'sample_objection',
    name: 'Answers the concern about the price',
    options: ['if expensive: the price'],
  },
] as const;

/** Creates score fields if the installation has none. */
async function addCriteria(database: Database): Promise<string | undefined> {
  const store = createExtractionFieldStore(database);
  const isScore = ({ field_type, is_active, scope }: ExtractionField): boolean =>
    field_type === 'score' && is_active && scope === 'installation';
  if ((await store.list(localOrganisation)).fields.some((field) => isScore(field))) return undefined;
  for (const criterion of criteria)
    await store.add(null, newField.parse({ ...criterion, group: rubric, field_type: 'score' }));
  return rubric;
}

/**
 * Creates a persona, a scenario and the criteria of its scorecard if no persona exists yet. They fit any business that
 * makes visits. A run gives the persona a different voice from its agent's.
 */
export async function addPracticeSamples(database: Database, speaker: string, now: () => Date): Promise<void> {
  const personaStore = createPersonaStore(database);
  const personas = createPersonas({
    store: personaStore,
    standardVoice: () => ({ provider: 'platform', speaker }),
    now,
    voices: async () => [],
  });
  const { total } = await personas.list(localOrganisation, { limit: 1, offset: 0 });
  if (total > 0) return;
  const persona = await personas.add(localOrganisation, {
    name: 'Robin Hale',
    profile: { neighbourhood: 'the old town' },
    objections: [{ text: 'I heard that you are quite expensive.', strength: 1 }],
    speech_habits: { fillers: ['um', 'well'], interrupts: 'some' },
  });
  if ('unknownDocument' in persona) return;
  const scenarios = createScenarios({
    store: createScenarioStore(database, personaStore),
    rubrics: createRubrics(createExtractionFieldStore(database)),
    now,
  });
  const named = await addCriteria(database);
  await scenarios.add(localOrganisation, {
    persona_uuid: persona.uuid,
    name: 'Book a visit',
    situation: 'You would like to book a visit. You are new here.',
    objective: 'Take the request for the visit, so that it is resolved.',
    difficulty: 'easy',
    category: 'Samples',
    hidden_state: { deadline: 'It must be this month' },
    stop_conditions: { max_turns: 30, satisfied_when: 'the agent has put in the request or the agent books the visit' },
    ...(named === undefined ? {} : { rubric: named }),
  });
}
