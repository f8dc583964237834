import { type Callee, useCall } from '../../call/use-call.tsx';
import { t } from '../../language/text.ts';
import { useAgents } from '../../server/agents.ts';
import type { Agent, Flow } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { useFlows } from '../../server/queries.ts';
import { requestAgentTicket, requestTicket } from '../../server/requests.ts';

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
  const agents = isLoaded ? agentList.data.agents.map((agent) => calleeOf(agent)) : none;
  const campaigns = isLoaded ? flows.data.flows.map(ofFlow) : none;
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

const ofFlow = ({ uuid, name, effective_config: config }: Flow): Callee => ({
  key: uuid,
  label: config.agent_name === name ? name : `${name} (${config.agent_name})`,
  name: config.agent_name,
  description: t('{agentName} of {businessName}', { agentName: config.agent_name, businessName: config.business_name }),
  examples: config.goals.flatMap(({ examples }) => examples.slice(0, 1)),
  request: (signal) => requestTicket(uuid, { signal }),
});

/** Returns the version of an agent to test, once it is saved; undefined for that of calls. */
export type TestedVersion = () => Promise<Answer<number | undefined>>;

const current: TestedVersion = async () => ({ ok: true, value: undefined });

/** Returns a function that makes an agent a callee: in the first campaign that has it, or in none. */
export function useCalleeOf(): (agent: Pick<Agent, 'uuid' | 'name'>, tested?: TestedVersion) => Callee {
  const flows = useFlows().data?.flows;
  return ({ uuid, name }, tested = current) => {
    const own = flows?.find(({ voice_agent_id: agent }) => agent === uuid);
    return {
      key: `agent:${uuid}`,
      label: name,
      name,
      agentUuid: uuid,
      description: t('An agent of your organisation'),
      examples: own?.effective_config.goals.flatMap(({ examples }) => examples.slice(0, 1)) ?? [],
      async request(signal) {
        const version = await tested();
        if (!version.ok) return version;
        const options = { signal, agentVersion: version.value };
        return own === undefined ? requestAgentTicket(uuid, options) : requestTicket(own.uuid, options);
      },
    };
  };
}
