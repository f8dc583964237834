import type { FastifyInstance } from 'fastify';
import type { Database } from '../../data/index.ts';
import { type Agents, createAgentSplitStore } from '../../features/agents/agents/index.ts';
import { createSplits, registerSplitRoutes } from '../../features/agents/splits/index.ts';
import { createVersionResults } from '../../features/analysis/version-results/index.ts';

export interface VersionTestsOptions {
  readonly database: Database;
  readonly agents: Agents;
  readonly now: () => Date;
}

/** Opens split tests of versions of agents. */
export function openVersionTestsModule({ database, agents, now }: VersionTestsOptions) {
  const splits = createSplits({ store: createAgentSplitStore(database), agents, now });
  const compare = createVersionResults(database);
  return {
    routes(app: FastifyInstance) {
      registerSplitRoutes(app, {
        splits,
        agents,
        results: (organisation, { agentUuid, version, otherVersion, startedAt, endedAt }) =>
          compare(organisation, { agentUuid, version, otherVersion, from: startedAt, to: endedAt }),
      });
    },
  };
}
