import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { ProofRuns } from '../practice-runs/index.ts';
import type { Suite, SuiteInput } from './schema.ts';
import type { AgentVersions, ProofStore, SuiteRow } from './store.ts';

export interface SuitesOptions {
  readonly store: ProofStore;
  readonly runs: Pick<ProofRuns, 'voiceRefusal'>;
  readonly now: () => Date;
}

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);

/** The scenarios by which the versions of an agent are proven. Throws for what does not exist. */
export function createSuites({ store, runs, now }: SuitesOptions) {
  async function agentOf(organisation: OrganisationId, uuid: string): Promise<AgentVersions> {
    const agent = await store.agent(organisation, uuid);
    if (agent === undefined) throw unknownAgent(uuid);
    return agent;
  }

  async function suiteOf(organisation: OrganisationId, agentUuid: string): Promise<SuiteRow> {
    await agentOf(organisation, agentUuid);
    const row = await store.suite(organisation, agentUuid);
    if (row !== undefined) return row;
    throw new Problem(
      'not_found',
      `Agent ${agentUuid} has no suite. Store one with PUT /api/voice/agents/${agentUuid}/suite.`,
    );
  }

  async function shownSuite(organisation: OrganisationId, row: SuiteRow): Promise<Suite> {
    const { scenarioUuids, repeats, mode, bar, updatedAt } = row;
    const scenarios = await store.scenarios(organisation, scenarioUuids as string[]);
    return { scenarios, repeats, mode, bar, updated_at: updatedAt };
  }

  return {
    /** Returns the versions of an agent. */
    agentOf,
    of: suiteOf,
    async get(organisation: OrganisationId, agentUuid: string): Promise<Suite> {
      return shownSuite(organisation, await suiteOf(organisation, agentUuid));
    },
    async put(organisation: OrganisationId, agentUuid: string, input: SuiteInput): Promise<Suite> {
      await agentOf(organisation, agentUuid);
      const { scenario_uuids: uuids, repeats, mode, bar } = input;
      const existingUuids = new Set((await store.scenarios(organisation, uuids)).map(({ uuid }) => uuid));
      const unknown = uuids.findIndex((uuid) => !existingUuids.has(uuid));
      if (unknown !== -1)
        throw new Problem(
          'bad_request',
          `body scenario_uuids.${unknown}: the scenario ${uuids[unknown]} does not exist.`,
        );
      const refusal = mode === 'voice' ? runs.voiceRefusal() : undefined;
      if (refusal !== undefined) throw new Problem('bad_request', `body mode: ${refusal}`);
      const row = { agentUuid, scenarioUuids: uuids, repeats, mode, bar, updatedAt: now().toISOString() };
      await store.putSuite(organisation, row);
      return shownSuite(organisation, row);
    },
    async remove(organisation: OrganisationId, agentUuid: string): Promise<void> {
      await suiteOf(organisation, agentUuid);
      await store.removeSuite(organisation, agentUuid);
    },
  };
}
