import { asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import type { AgentFields } from './agent-edits.ts';
import { storedSwitches } from './built-in-switches.ts';
import { type Agent, agent as agentSchema } from './schema.ts';

export type AgentRow = InferSelectModel<Tables['voiceAgents']>;

type Reads = Pick<TenantQueries, 'select' | 'count'>;

/** Steps that run inside a caller's transaction. */
export function createInside({
  voiceAgentNumbers: numbers,
  voiceAgentDocuments: links,
  kbDocuments,
  modelConnections,
}: Tables) {
  return {
    /** Numbers are never reused, even after the last agent is deleted. */
    async nextNumber(queries: TenantQueries): Promise<number> {
      await queries.insertNew(numbers, [{ lastNumber: 0 }]);
      await queries.system
        .update(numbers)
        .set({ lastNumber: sql`${numbers.lastNumber} + 1` })
        .where(queries.own(numbers));
      return (await queries.select(numbers))[0]?.lastNumber as number;
    },
    /** Returns the first document that neither belongs to the person nor is already assigned to the agent. */
    async unknownAmong(
      queries: Reads,
      uuids: readonly string[],
      whose: { readonly userUuid: string | undefined; readonly agentUuid?: string },
    ): Promise<string | undefined> {
      if (uuids.length === 0) return undefined;
      const { userUuid, agentUuid } = whose;
      const documents = await queries.select(kbDocuments, inArray(kbDocuments.uuid, [...uuids]));
      const linked = agentUuid === undefined ? [] : await queries.select(links, eq(links.agentUuid, agentUuid));
      const documentUuids = new Set([
        ...documents
          .filter(
            ({ visibility, userUuid: owner }) =>
              userUuid === undefined || owner === userUuid || visibility === 'organisation',
          )
          .map(({ uuid }) => uuid),
        ...linked.map(({ documentUuid }) => documentUuid),
      ]);
      return uuids.find((uuid) => !documentUuids.has(uuid));
    },
    /** Returns the field that names no model of the organisation. The models are locked against deletion meanwhile. */
    async unknownModel(queries: TenantQueries, model: Agent['model']): Promise<'uuid' | 'fallback_uuid' | undefined> {
      for (const field of ['uuid', 'fallback_uuid'] as const) {
        const uuid = model?.[field];
        if (uuid && (await queries.lock(modelConnections, eq(modelConnections.uuid, uuid))).length === 0) return field;
      }
      return undefined;
    },
    async putDocuments(queries: TenantQueries, agentUuid: string, uuids: readonly string[]): Promise<void> {
      await queries.delete(links, eq(links.agentUuid, agentUuid));
      const rows = uuids.map((documentUuid, position) => ({ agentUuid, documentUuid, position }));
      await queries.insert(links, rows);
    },
    async read(queries: Reads, rows: readonly AgentRow[]): Promise<Agent[]> {
      if (rows.length === 0) return [];
      const among = inArray(
        links.agentUuid,
        rows.map(({ uuid }) => uuid),
      );
      const documents = await queries.select(links, among, { orderBy: [asc(links.position)] });
      return rows.map((row) =>
        toAgent(
          row,
          documents.filter(({ agentUuid }) => agentUuid === row.uuid).map(({ documentUuid }) => documentUuid),
        ),
      );
    },
  };
}

type Written = Omit<
  AgentRow,
  'uuid' | 'organisationId' | 'number' | 'createdAt' | 'modelTrouble' | 'version' | 'draftVersion'
>;

export function toRow(fields: AgentFields): Written;
export function toRow(fields: Partial<AgentFields>): Partial<Written>;
export function toRow(fields: Partial<AgentFields>): Partial<Written> {
  const row = {
    name: fields.name,
    personaPrompt: fields.persona_prompt,
    greeting: fields.greeting,
    voiceConfig: fields.voice_config,
    languages: fields.languages,
    turn: fields.turn,
    tools: fields.tools,
    builtInTools: fields.built_in_tools,
    maxCallSeconds: fields.max_call_seconds,
    voicemail: fields.voicemail,
    model: fields.model,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

const toAgent = (row: AgentRow, documents: string[]): Agent =>
  agentSchema.parse({
    id: row.number,
    uuid: row.uuid,
    name: row.name,
    persona_prompt: row.personaPrompt,
    greeting: row.greeting,
    voice_config: row.voiceConfig,
    languages: row.languages,
    turn: row.turn,
    tools: row.tools,
    built_in_tools: storedSwitches(row.builtInTools),
    knowledge_document_ids: documents,
    max_call_seconds: row.maxCallSeconds,
    voicemail: row.voicemail,
    model: row.model,
    created_at: row.createdAt,
    version: row.version,
    draft_version: row.draftVersion,
  });
