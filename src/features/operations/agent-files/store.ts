import { asc, eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createHistory, type LastChange, type Subject } from '../../../versions/index.ts';
import type { Agent } from '../../agents/index.ts';
import type { FlowRow } from '../../campaigns/index.ts';
import type { DocumentRow } from '../../documents/index.ts';

/** Rows that belong to an agent, and are not read by other parts in this way. */
export interface AgentPartStore {
  /** Campaigns that use the agent and are not completed, in any order. */
  campaigns(organisation: OrganisationId, agentUuid: string): Promise<FlowRow[]>;
  /** Documents of any owner. */
  documents(organisation: OrganisationId, uuids: readonly string[]): Promise<DocumentRow[]>;
  /** Documents of a person with one of these contents. */
  documentsOf(organisation: OrganisationId, userUuid: string, digests: readonly string[]): Promise<DocumentRow[]>;
  /** Says who changed which fields of the agent since a version; undefined if nothing is known of it. */
  changesOfAgent(organisation: OrganisationId, agent: Agent, since: number): Promise<string | undefined>;
  /** Returns who changed which of these last. */
  lastChange(organisation: OrganisationId, subjects: readonly Subject[]): Promise<LastChange | undefined>;
  /** Agents, oldest first. */
  agents(organisation: OrganisationId): Promise<{ readonly uuid: string; readonly name: string }[]>;
  /** Language models, oldest first. */
  models(organisation: OrganisationId): Promise<{ readonly uuid: string; readonly name: string }[]>;
}

export function createAgentPartStore(database: Database): AgentPartStore {
  const history = createHistory(database.tables);
  const { flows, kbDocuments, modelConnections, voiceAgents } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation).read;
  return {
    campaigns: async (organisation, agentUuid) =>
      (await of(organisation).select(flows, eq(flows.voiceAgentUuid, agentUuid))).filter(
        ({ status }) => status !== 'completed',
      ),
    documents: async (organisation, uuids) =>
      uuids.length === 0 ? [] : of(organisation).select(kbDocuments, inArray(kbDocuments.uuid, [...uuids])),
    documentsOf: async (organisation, userUuid, digests) =>
      digests.length === 0
        ? []
        : (await of(organisation).select(kbDocuments, inArray(kbDocuments.digest, [...digests]))).filter(
            (document) => document.userUuid === userUuid,
          ),
    changesOfAgent: (organisation, agent, since) =>
      forOrganisation(database, organisation).tx((queries) => {
        const { id: _id, uuid, created_at: _at, version: number, draft_version: _draft, ...definition } = agent;
        return history.changesSince(queries, { kind: 'agent', id: uuid }, { number, definition }, since);
      }),
    lastChange: (organisation, subjects) =>
      forOrganisation(database, organisation).tx((queries) => history.lastChange(queries, subjects)),
    agents: (organisation) =>
      of(organisation).pick(voiceAgents, { uuid: voiceAgents.uuid, name: voiceAgents.name }, undefined, {
        orderBy: [asc(voiceAgents.createdAt), asc(voiceAgents.uuid)],
      }),
    models: (organisation) =>
      of(organisation).pick(modelConnections, { uuid: modelConnections.uuid, name: modelConnections.name }, undefined, {
        orderBy: [asc(modelConnections.createdAt), asc(modelConnections.uuid)],
      }),
  };
}
