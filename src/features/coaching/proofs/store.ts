import { and, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

export type SuiteRow = Omit<Tables['agentSuites']['$inferSelect'], 'organisationId'>;
export type ProofRow = Omit<Tables['agentProofs']['$inferSelect'], 'organisationId'>;

interface NamedScenario {
  readonly uuid: string;
  readonly name: string;
}

export interface AgentVersions {
  readonly version: number;
  readonly draftVersion: number | null;
}

export interface ProofStore {
  /** Returns undefined if the agent does not exist. */
  agent(organisation: OrganisationId, agentUuid: string): Promise<AgentVersions | undefined>;
  /** Returns the scenarios that exist, in this order. */
  scenarios(organisation: OrganisationId, uuids: readonly string[]): Promise<NamedScenario[]>;
  suite(organisation: OrganisationId, agentUuid: string): Promise<SuiteRow | undefined>;
  putSuite(organisation: OrganisationId, suite: SuiteRow): Promise<void>;
  /** Returns whether there was one. */
  removeSuite(organisation: OrganisationId, agentUuid: string): Promise<boolean>;
  /** Returns the unfinished proof of an agent. */
  running(organisation: OrganisationId, agentUuid: string): Promise<ProofRow | undefined>;
  add(queries: TenantQueries, proof: ProofRow): Promise<void>;
  get(organisation: OrganisationId, agentUuid: string, uuid: string): Promise<ProofRow | undefined>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    agentUuid: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: ProofRow[]; readonly total: number }>;
  /** Returns the number of runs of a proof that have not ended. */
  openRuns(organisation: OrganisationId, proofUuid: string): Promise<number>;
}

export function createProofStore(database: Database): ProofStore {
  const { agentSuites: suites, agentProofs: proofs, practiceRuns: runs, scenarios, voiceAgents } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    async agent(organisation, agentUuid) {
      const { version, draftVersion } = voiceAgents;
      return (
        await of(organisation).read.pick(voiceAgents, { version, draftVersion }, eq(voiceAgents.uuid, agentUuid))
      )[0];
    },
    async scenarios(organisation, uuids) {
      if (uuids.length === 0) return [];
      const { uuid, name } = scenarios;
      const rows = await of(organisation).read.pick(scenarios, { uuid, name }, inArray(uuid, [...uuids]));
      return uuids.flatMap((each) => rows.find((row) => row.uuid === each) ?? []);
    },
    async suite(organisation, agentUuid) {
      return (await of(organisation).read.select(suites, eq(suites.agentUuid, agentUuid)))[0];
    },
    putSuite: (organisation, suite) =>
      of(organisation).tx(async (queries) => {
        await queries.delete(suites, eq(suites.agentUuid, suite.agentUuid));
        await queries.insert(suites, [suite]);
      }),
    removeSuite: (organisation, agentUuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(suites, eq(suites.agentUuid, agentUuid))) > 0),
    async running(organisation, agentUuid) {
      const open = and(eq(proofs.agentUuid, agentUuid), isNull(proofs.finishedAt));
      return (await of(organisation).read.select(proofs, open))[0];
    },
    add: (queries, proof) => queries.insert(proofs, [proof]),
    async get(organisation, agentUuid, uuid) {
      const isProof = and(eq(proofs.agentUuid, agentUuid), eq(proofs.uuid, uuid));
      return (await of(organisation).read.select(proofs, isProof))[0];
    },
    async list(organisation, agentUuid, page) {
      const { read } = of(organisation);
      const ofAgent = eq(proofs.agentUuid, agentUuid);
      const orderBy = [desc(proofs.createdAt), desc(proofs.uuid)];
      return {
        rows: await read.select(proofs, ofAgent, { ...page, orderBy }),
        total: await read.count(proofs, ofAgent),
      };
    },
    openRuns: (organisation, proofUuid) =>
      of(organisation).read.count(
        runs,
        and(eq(runs.proofUuid, proofUuid), notInArray(runs.status, ['completed', 'failed', 'timeout'])),
      ),
  };
}
