import { useQueryClient } from '@tanstack/react-query';
import { type Callee, useCall } from '../../call/use-call.tsx';
import { t } from '../../language/text.ts';
import { useAgents } from '../../server/agents.ts';
import type { Agent, Flow } from '../../server/answers.ts';
import { addCampaign } from '../../server/campaigns.ts';
import { useFlows } from '../../server/queries.ts';
import { useMe } from '../account/use-account.ts';

export interface Callees {
  readonly agents: readonly Callee[];
  /** Campaigns, each with its agent. */
  readonly campaigns: readonly Callee[];
  /** The selected callee, by default the first; undefined while loading, and when there are none. */
  readonly callee: Callee | undefined;
  readonly isLoaded: boolean;
  readonly error: Error | null;
  retry(): void;
  choose(key: string): void;
}

const all = { limit: 100, offset: 0 };
const none: readonly never[] = [];

/** Returns everything that can be called from the browser. */
export function useCallees(): Callees {
  const flows = useFlows();
  const agentList = useAgents(all);
  const calleeOf = useCalleeOf();
  const { chosen, choose } = useCall();
  const isLoaded = flows.isSuccess && agentList.isSuccess;
  const agents = isLoaded ? agentList.data.agents.flatMap((agent) => calleeOf(agent) ?? none) : none;
  const campaigns = isLoaded ? flows.data.flows.filter(isCampaign).map(ofFlow) : none;
  const options = [...agents, ...campaigns];
  const failed = flows.isError ? flows : agentList;
  return {
    agents,
    campaigns,
    isLoaded,
    choose,
    callee: options.find(({ key }) => key === chosen) ?? options[0],
    error: isLoaded ? null : failed.error,
    retry: () => void failed.refetch(),
  };
}

/** Leaves out drafts created for tests of an agent, which is listed itself. */
const isCampaign = ({ status, voice_agent_id: agent, name, effective_config: { agent_name } }: Flow): boolean =>
  status !== 'draft' || agent === null || name !== agent_name;

const ofFlow = ({ uuid, name, effective_config: config }: Flow): Callee => ({
  key: uuid,
  label: config.agent_name === name ? name : `${name} (${config.agent_name})`,
  name: config.agent_name,
  description: t('{agentName} of {businessName}', { agentName: config.agent_name, businessName: config.business_name }),
  examples: config.goals.flatMap(({ examples }) => examples.slice(0, 1)),
  flow: async () => ({ ok: true, value: uuid }),
});

/**
 * Returns a function that makes an agent a callee. Undefined for a member if no campaign has the agent, because calls
 * belong to campaigns.
 */
export function useCalleeOf(): (agent: Pick<Agent, 'uuid' | 'name'>) => Callee | undefined {
  const flows = useFlows().data?.flows;
  const role = useMe().data?.role;
  const queries = useQueryClient();
  return ({ uuid, name }) => {
    const own = flows?.find(({ voice_agent_id: agent }) => agent === uuid);
    if (own === undefined && role !== 'manager' && role !== 'admin') return undefined;
    return {
      key: `agent:${uuid}`,
      label: name,
      name,
      agentUuid: uuid,
      description: t('An agent of your organisation'),
      examples: own?.effective_config.goals.flatMap(({ examples }) => examples.slice(0, 1)) ?? [],
      async flow() {
        if (own !== undefined) return { ok: true, value: own.uuid };
        const draft = { kind: 'inbound', name, provider: 'platform', voice_agent_id: uuid, status: 'draft' } as const;
        const made = await addCampaign(draft);
        if (!made.ok) return made;
        void queries.invalidateQueries({ queryKey: ['flows'] });
        return { ok: true, value: made.value.uuid };
      },
    };
  };
}
