import type { OrganisationId } from '../../../data/index.ts';
import type { Personas } from '../personas/index.ts';
import type { Scenario, Scenarios } from '../scenarios/index.ts';
import type { LiveScenario } from './live-schema.ts';

export interface LiveScenariosOptions {
  readonly scenarios: Pick<Scenarios, 'get' | 'list'>;
  readonly personas: Pick<Personas, 'get'>;
}

export type LiveScenarios = ReturnType<typeof createLiveScenarios>;

/** Scenarios in the form shown to the person who practises: without the situation and the customer's hidden facts. */
export function createLiveScenarios({ scenarios, personas }: LiveScenariosOptions) {
  async function viewOf(organisation: OrganisationId, all: readonly Scenario[]): Promise<LiveScenario[]> {
    const uuids = [...new Set(all.map(({ persona_uuid }) => persona_uuid))];
    const scenariosByUuid = new Map(
      await Promise.all(uuids.map(async (uuid) => [uuid, await personas.get(organisation, uuid)] as const)),
    );
    return all.map(({ uuid, name, objective, difficulty, category, agent_opens, persona_uuid }) => {
      const persona = scenariosByUuid.get(persona_uuid);
      const shown = { name: persona?.name ?? '', language_code: persona?.language_code ?? '' };
      return { uuid, name, objective, difficulty, category, agent_opens, persona: shown };
    });
  }
  return {
    async list(organisation: OrganisationId, page: { readonly limit: number; readonly offset: number }) {
      const { results, total } = await scenarios.list(organisation, {}, page);
      return { results: await viewOf(organisation, results), total };
    },
    async get(organisation: OrganisationId, uuid: string): Promise<LiveScenario | undefined> {
      const scenario = await scenarios.get(organisation, uuid);
      return scenario && (await viewOf(organisation, [scenario]))[0];
    },
  };
}
