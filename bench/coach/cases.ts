import { join } from 'node:path';
import type { AgentPlan } from '../../media/ports.ts';
import type { Persona } from '../../src/features/coaching/personas/index.ts';
import type { Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import type { Scenario } from '../../src/features/coaching/scenarios/index.ts';

const documents = ['hours', 'policies', 'services-and-prices', 'location', 'insurance-and-payment'];
const createdAt = '2026-01-05T00:00:00.000Z';

/** Returns the plan of an example flow and the scenarios of its `practice.json`. */
export async function practiceCases(folder: string, read: (path: string) => Promise<string>) {
  const { agent } = JSON.parse(await read(join(folder, 'flow.json'))) as { agent: AgentPlan };
  const knowledge = await Promise.all(
    documents.map(async (id) => ({ id, title: id, text: await read(join(folder, 'knowledge', `${id}.md`)) })),
  );
  const given = JSON.parse(await read(join(folder, 'practice.json'))) as {
    readonly persona: Omit<Persona, 'uuid' | 'document_uuids' | 'created_at'>;
    readonly scenarios: readonly Partial<Scenario>[];
  };
  const persona: Persona = { ...given.persona, uuid: 'persona', document_uuids: [], created_at: createdAt };
  const snapshots = given.scenarios.map((one, index): Snapshot => {
    const { stop_conditions: stops, ...own } = one;
    const scenario = {
      uuid: `scenario-${index}`,
      persona_uuid: persona.uuid,
      agent_opens: true,
      hidden_state: {},
      tool_mocks: {},
      objective: '',
      difficulty: 'medium',
      category: null,
      rubric: null,
      rubric_overrides: [],
      name: '',
      situation: '',
      line_quality: 'clear',
      created_at: createdAt,
      ...own,
      stop_conditions: { max_turns: null, satisfied_when: null, hangup_triggers: [], ...stops },
    } satisfies Scenario;
    return { persona, scenario, criteria: [], documents: [] };
  });
  return { plan: { ...agent, knowledge, contact: {} } satisfies AgentPlan, snapshots };
}
