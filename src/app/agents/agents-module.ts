import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type Database, localOrganisation } from '../../data/index.ts';
import {
  agentDefinition,
  createAgentStore,
  createAgents,
  registerAgentRoutes,
} from '../../features/agents/agents/index.ts';
import { createVersions } from '../../features/agents/versions/index.ts';
import { createNumberStore } from '../../features/calls/telephony-connections/index.ts';
import { createFlowStore, createFlows } from '../../features/campaigns/campaigns/index.ts';
import { createKnowledgeReader, createKnowledgeStore } from '../../features/documents/agent-knowledge/index.ts';
import type { Readings } from '../../features/documents/readings/index.ts';
import type { Log } from '../../log.ts';
import { createVersionStore } from '../../versions/index.ts';
import { openToolSources } from './tool-sources.ts';

export interface AgentsModuleOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'webhooks' | 'version'>;
  readonly database: Database;
  readonly readings: Readings;
  readonly voices: Parameters<typeof createAgents>[0]['voices'];
  readonly recognised: Parameters<typeof createAgents>[0]['recognised'];
  readonly voiceReasons: Parameters<typeof registerAgentRoutes>[1]['voiceReasons'];
  readonly recognisersOf: Parameters<typeof registerAgentRoutes>[1]['recognisersOf'];
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens voice agents, their knowledge, and the flows that calls follow. */
export function openAgentsModule(options: AgentsModuleOptions) {
  const { config, database, readings, voices, recognised, voiceReasons, recognisersOf, log, now } = options;
  const { execute, rehearseTool, toolRefusal, ...toolSources } = openToolSources({ config, database, log, now });
  const store = createAgentStore(database);
  const knowledge = createKnowledgeStore(database);
  const flows = createFlows({
    store: createFlowStore(database),
    agents: store,
    agentKnowledge: knowledge,
    now,
    numberOwners: createNumberStore(database).ownersOf,
  });
  const onDocuments = createKnowledgeReader({
    store: knowledge,
    readings,
    onTrouble: (error) => log.error({ err: error }, 'failed to process the documents of an agent'),
  });
  const agents = createAgents({ store, voices, recognised, now, toolRefusal, onDocuments });
  const versions = createVersions({
    kind: 'agent',
    store: createVersionStore(database),
    async current(organisation, uuid) {
      const agent = await store.get(organisation, uuid);
      if (agent === undefined) return undefined;
      const { version, draft_version: draftVersion, created_at: createdAt } = agent;
      return { version, draftVersion, definition: agentDefinition.parse(agent), createdAt };
    },
  });
  return {
    agents,
    flows,
    execute,
    rehearseTool,
    toolRefusal,
    onDocuments,
    routes(app: FastifyInstance) {
      registerAgentRoutes(app, { agents, versions, voiceReasons, recognisersOf, voices });
      toolSources.routes(app);
    },
    async start() {
      const flowFiles = await flows.takeIn(localOrganisation, config.data.examplesDir);
      for (const flow of flowFiles.stored) log.info({ flow }, 'stored an agent from the examples folder');
      for (const warning of flowFiles.warnings) log.warn(warning);
    },
  };
}
