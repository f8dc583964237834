import { eq } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import type { AgentScenarios } from './stores.ts';

/** A suite that an import makes. */
const plainSuite = { repeats: 1, mode: 'text', bar: null } as const;

/** The scenarios of an agent are those of its suite. */
export function createAgentScenarios(database: Database, now: () => Date): AgentScenarios {
  const { agentSuites: table } = database.tables;
  return {
    async of(organisation, agentUuid) {
      const [suite] = await forOrganisation(database, organisation).read.select(table, eq(table.agentUuid, agentUuid));
      return (suite?.scenarioUuids ?? []) as readonly string[];
    },
    put: (organisation, agentUuid, scenarioUuids) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const set = { scenarioUuids, updatedAt: now().toISOString() };
        if ((await queries.update(table, set, eq(table.agentUuid, agentUuid))) > 0) return;
        if (scenarioUuids.length > 0) await queries.insert(table, [{ agentUuid, ...plainSuite, ...set }]);
      }),
  };
}
