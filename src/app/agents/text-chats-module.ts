import type { FastifyInstance } from 'fastify';
import type { openTextAgent } from '../../../media/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import type { Agents } from '../../features/agents/agents/index.ts';
import { createTextChats, registerTextChatRoutes } from '../../features/agents/text-chats/index.ts';
import { trialNumber, trialOccasion } from '../../features/agents/tool-trials/index.ts';
import type { ExecuteTool } from '../../features/agents/tools/index.ts';
import { agentPlanOf, type Flows } from '../../features/campaigns/campaigns/index.ts';
import type { Log } from '../../log.ts';
import type { LanguageModelModule } from '../voices/language-model-module.ts';
import { createTextAgents } from './text-agents.ts';

export interface TextChatsModuleOptions {
  readonly agents: Pick<Agents, 'atVersion'>;
  readonly flows: Pick<Flows, 'alone' | 'knowledge'>;
  readonly now: () => Date;
  readonly config: Pick<Config, 'media'>;
  readonly database: Database;
  readonly openTextAgent: typeof openTextAgent | undefined;
  readonly languageModel: LanguageModelModule['chosen'];
  readonly execute: ExecuteTool;
  readonly log: Log;
}

/** Opens the agent engine for text conversations, and text tests of agents. */
export function openTextChatsModule(options: TextChatsModuleOptions) {
  const { config, languageModel, log } = options;
  const textAgents = createTextAgents(options.openTextAgent, config.media);
  const chats = createTextChats({
    agent: textAgents.agent,
    nowMs: () => options.now().getTime(),
    async openFor(organisation, agentUuid, version) {
      const flow = await options.flows.alone(organisation, agentUuid, version);
      if (flow?.agent === undefined) return undefined;
      const { agent } = flow;
      const plan = agentPlanOf(flow, { knowledge: await options.flows.knowledge(flow), contact: {} });
      return { plan, model: await languageModel(organisation, agent.model), version: agent.version };
    },
    async runTool({ organisationId: organisation, agentUuid, version, chatUuid, use, id, name, args }) {
      const agent = await options.agents.atVersion(organisation, agentUuid, version);
      const tool = agent?.tools.find((each) => each.name === name);
      if (tool === undefined) return { ok: false, result: `The agent has no tool ${name}.`, simulated: true };
      if (use === 'simulate' || tool.effect === 'write') return { ok: true, result: 'Done.', simulated: true };
      const { call, turn } = trialOccasion(trialNumber);
      const occasion = { call: { ...call, uuid: chatUuid }, turn, id: id ?? name };
      return { ...(await options.execute({ organisation, tool, args, occasion })), simulated: false };
    },
    onTrouble: (error) => log.error({ err: error }, 'failed to reply in a text chat'),
  });
  return {
    textAgents,
    routes: (app: FastifyInstance) => registerTextChatRoutes(app, chats),
    close: () => textAgents.close(),
  };
}
