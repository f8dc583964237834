import { eq } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import type { AgentSuites } from './stores.ts';

/** A suite of a file that does not say how it is played. */
const plainSuite = { repeats: 1, mode: 'text', bar: null } as const;

/** The scenarios of an agent are those of its suite. */
export function createAgentSuites(database: Database, now: () => Date): AgentSuites {
  const { agentSuites: table } = database.tables;
  return {
    async of(organisation, agentUuid) {
      const [suite] = await forOrganisation(database, organisation).read.select(table, eq(table.agentUuid, agentUuid));
      if (suite === undefined) return undefined;
      const { repeats, mode, bar } = suite;
      return { scenarioUuids: suite.scenarioUuids as readonly string[], settings: { repeats, mode, bar } };
    },
    put: (organisation, agentUuid, { scenarioUuids, settings }) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const set = { scenarioUuids, ...settings, updatedAt: now().toISOString() };
        if ((await queries.update(table, set, eq(table.agentUuid, agentUuid))) > 0) return;
        if (scenarioUuids.length > 0) await queries.insert(table, [{ agentUuid, ...plainSuite, ...set }]);
      }),
  };
}
