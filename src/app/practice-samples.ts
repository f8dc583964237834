import { type Database, localOrganisation } from '../data/index.ts';
import { createPersonaStore, createPersonas } from '../features/personas/index.ts';
import { createScenarioStore, createScenarios } from '../features/scenarios/index.ts';

/** A persona and a scenario to practise with, where there is no persona yet. They fit any business that has visits. A run gives the
 * persona another voice than its agent's. */
export async function addPracticeSamples(database: Database, speaker: string, now: () => Date): Promise<void> {
  const personaStore = createPersonaStore(database);
  const personas = createPersonas({
    ...{ store: personaStore, standardVoice: () => ({ provider: 'platform', speaker }), now },
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
    rubrics: { criteria: async () => [] },
    now,
  });
  await scenarios.add(localOrganisation, {
    persona_uuid: persona.uuid,
    name: 'Book a visit',
    situation: 'You would like to book a visit. You are new here.',
    objective: 'Book a visit.',
    difficulty: 'easy',
    category: 'Samples',
    hidden_state: { deadline: 'It must be this month' },
  });
}
