import type { FastifyInstance } from 'fastify';
import type { openTextAgent } from '../../../media/index.ts';
import type { AgentPlan } from '../../../media/ports.ts';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import type { Agents } from '../../features/agents/agents/index.ts';
import {
  type ChatPlan,
  createTextChats,
  registerTextChatRoutes,
  roomForTests,
} from '../../features/agents/text-chats/index.ts';
import { trialNumber, trialOccasion } from '../../features/agents/tool-trials/index.ts';
import type { ExecuteTool } from '../../features/agents/tools/index.ts';
import { agentPlanOf, type Flow, type Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Log } from '../../log.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { createTextAgents } from './text-agents.ts';

export interface TextChatsModuleOptions {
  readonly agents: Pick<Agents, 'atVersion'>;
  readonly now: () => Date;
  readonly config: Pick<Config, 'media'>;
  readonly flows: Pick<Flows, 'alone' | 'knowledge' | 'ofCall' | 'handedTo'>;
  readonly database: Database;
  readonly openTextAgent: typeof openTextAgent | undefined;
  readonly languageModel: LanguageModelModule['chosen'];
  readonly execute: ExecuteTool;
  readonly log: Log;
}

/** A visitor who reloads the page may begin again; another one behind the same address keeps theirs. */
const roomForVisitors = { all: 1000, ofOne: 3, restMs: 60_000 } as const;
/** The caller's number in the requests of tools. */
const website = 'website';

interface AgentVersion {
  readonly agentUuid: string;
  /** The current one if undefined. */
  readonly version: number | undefined;
}

/** Opens the agent engine for text conversations, and text tests of agents. */
export function openTextChatsModule(options: TextChatsModuleOptions) {
  const { config, languageModel, log } = options;
  const textAgents = createTextAgents(options.openTextAgent, config.media);
  /** Returns the plan of an agent that follows this flow. */
  async function planWith(flow: Flow, knowledge: AgentPlan['knowledge']): Promise<ChatPlan | undefined> {
    const { agent, organisationId: organisation } = flow;
    if (agent === undefined) return undefined;
    return {
      plan: agentPlanOf(flow, { knowledge, contact: {} }),
      model: await languageModel(organisation, agent.model),
      agentUuid: agent.uuid,
      version: agent.version,
      async handOver(uuid) {
        const handed = await options.flows.handedTo(flow, uuid);
        return handed && planWith(handed.flow, handed.knowledge);
      },
    };
  }
  /** Returns the flow of a campaign, if this agent answers in it. */
  async function campaignOf(organisation: OrganisationId, uuid: string, { agentUuid, version }: AgentVersion) {
    const current = { voiceAgentUuid: null, agentVersion: null, flowVersion: null };
    const flow = await options.flows.ofCall(organisation, uuid, { ...current, agentVersion: version ?? null });
    return flow?.voiceAgentUuid === agentUuid ? flow : undefined;
  }
  const shared: Omit<Parameters<typeof createTextChats>[0], 'room'> = {
    agent: textAgents.agent,
    nowMs: () => options.now().getTime(),
    async openFor(organisation, agentUuid, { agent_version: version, campaign_uuid: campaign }) {
      const flow =
        campaign === undefined
          ? await options.flows.alone(organisation, agentUuid, version)
          : await campaignOf(organisation, campaign, { agentUuid, version });
      return flow && planWith(flow, await options.flows.knowledge(flow));
    },
    async runTool({ organisationId: organisation, agentUuid, version, chatUuid, turn, use, id, name, args }) {
      const agent = await options.agents.atVersion(organisation, agentUuid, version);
      const tool = agent?.tools.find((each) => each.name === name);
      if (tool === undefined) return { ok: false, result: `The agent has no tool ${name}.`, simulated: true };
      if (use === 'simulate' || (use === 'read' && tool.effect === 'write'))
        return { ok: true, result: 'Done.', simulated: true };
      const { call } = trialOccasion(use === 'run' ? website : trialNumber);
      const occasion = { call: { ...call, uuid: chatUuid }, turn, id: id ?? name };
      return { ...(await options.execute({ organisation, tool, args, occasion })), simulated: false };
    },
    onTrouble: (error) => log.error({ err: error }, 'failed to reply in a text chat'),
  };
  const chats = createTextChats({ ...shared, room: roomForTests });
  return {
    textAgents,
    /** Chats with visitors of websites. */
    websiteChats: createTextChats({ ...shared, room: roomForVisitors }),
    routes: (app: FastifyInstance) => registerTextChatRoutes(app, chats),
    close: () => textAgents.close(),
  };
}
