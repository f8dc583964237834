import type { OrganisationId } from '../../data/index.ts';
import type { Agents } from '../../features/agents/agents/index.ts';
import { type Flow, type Flows, plainFlow } from '../../features/campaigns/campaigns/index.ts';

export interface AgentFlowOptions {
  readonly agents: Pick<Agents, 'get'>;
  readonly flows: Pick<Flows, 'whole'>;
  readonly now: () => Date;
}

/** Returns the flow of an agent without one: an inbound flow of the same name with default settings. */
export const createAgentFlow =
  ({ agents, flows, now }: AgentFlowOptions) =>
  async (organisationId: OrganisationId, uuid: string): Promise<Flow | undefined> => {
    const agent = await agents.get(organisationId, uuid);
    if (agent === undefined) return undefined;
    const { provider, speaker, language_code: languageCode } = agent.voice_config;
    const at = now().toISOString();
    return flows.whole({
      ...plainFlow,
      uuid,
      organisationId,
      kind: 'inbound',
      name: agent.name,
      status: 'draft',
      provider,
      speaker,
      languageCode,
      phoneNumber: null,
      phoneKey: null,
      config: {},
      voiceAgentUuid: uuid,
      createdAt: at,
      updatedAt: at,
    });
  };
