import type { OrganisationId } from '../../data/index.ts';
import type { Agents } from '../../features/agents/agents/index.ts';
import { type Flow, type Flows, plainFlow } from '../../features/campaigns/campaigns/index.ts';

export interface AgentFlowOptions {
  readonly agents: Pick<Agents, 'get' | 'atVersion'>;
  readonly flows: Pick<Flows, 'whole' | 'knowledge'>;
  readonly now: () => Date;
}

/**
 * Returns the flow of an agent without one: an inbound flow of the same name with default settings. With a version,
 * that of the agent as it was then; undefined if it is not kept.
 */
export const createAgentFlow =
  ({ agents, flows, now }: AgentFlowOptions) =>
  async (organisationId: OrganisationId, uuid: string, version?: number): Promise<Flow | undefined> => {
    const agent =
      version === undefined
        ? await agents.get(organisationId, uuid)
        : await agents.atVersion(organisationId, uuid, version);
    if (agent === undefined) return undefined;
    const { provider, speaker, language_code: languageCode } = agent.voice_config;
    const at = now().toISOString();
    const row = {
      ...plainFlow,
      uuid,
      organisationId,
      kind: 'inbound' as const,
      name: agent.name,
      status: 'draft' as const,
      provider,
      speaker,
      languageCode,
      phoneNumber: null,
      phoneKey: null,
      config: {},
      voiceAgentUuid: uuid,
      createdAt: at,
      updatedAt: at,
    };
    return flows.whole(row, agent);
  };
