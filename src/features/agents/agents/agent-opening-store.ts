import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import { changedFields, type History, rebased, type Subject } from '../../../versions/index.ts';
import type { AgentEdit, UnknownReference } from './agent-edits.ts';
import type { createAgentGuard, SplitInProgress } from './agent-guard-store.ts';
import { createInside, toRow } from './agent-rows-store.ts';
import { type Agent, type AgentDefinition, agentDefinition } from './schema.ts';

export const subjectOf = (uuid: string): Subject => ({ kind: 'agent', id: uuid });

/** Fields in which a draft keeps its parts while others are published. Parts of a voice or a model belong together. */
const withParts = ['turn', 'tools', 'built_in_tools', 'knowledge_document_ids'] as const;

/** The state of an agent in a transaction. */
interface Opened {
  readonly agent: Agent;
  readonly published: AgentDefinition;
  /** The definition of the draft; that of the published version if there is none. */
  readonly draft: AgentDefinition;
  readonly split: SplitInProgress | undefined;
}

/** The published version, as its history needs it. */
export const current = ({ agent, published: definition, split }: Opened) => ({
  number: agent.version,
  definition,
  createdAt: agent.created_at,
  inUse: [agent.draft_version, split?.otherVersion ?? null],
});

/** The draft, or the published version if there is none, as an edit is compared with it. */
export const draftState = ({ agent, draft }: Opened) => ({
  number: agent.draft_version ?? agent.version,
  definition: draft,
  isDraft: agent.draft_version !== null,
});

/** Opens an agent with its draft in a transaction, and writes its versions. */
export function createAgentOpening(
  tables: Tables,
  history: History,
  guard: Pick<ReturnType<typeof createAgentGuard>, 'split'>,
) {
  const { voiceAgents: agents } = tables;
  const inTables = createInside(tables);

  async function open(queries: TenantQueries, uuid: string): Promise<Opened | undefined> {
    const [agent] = await inTables.read(queries, await queries.select(agents, eq(agents.uuid, uuid)));
    if (agent === undefined) return undefined;
    const published = agentDefinition.parse(agent);
    const draft =
      agent.draft_version === null
        ? undefined
        : await history.definitionOf(queries, subjectOf(uuid), agent.draft_version);
    return {
      agent,
      published,
      draft: draft === undefined ? published : agentDefinition.parse(draft),
      split: await guard.split(queries, uuid),
    };
  }

  async function unknownReference(
    queries: TenantQueries,
    { agent, draft }: Opened,
    { set, edit }: { readonly set: Partial<AgentDefinition>; readonly edit: AgentEdit },
  ): Promise<UnknownReference | undefined> {
    const ownUuids = new Set(draft.knowledge_document_ids);
    const addedUuids = set.knowledge_document_ids?.filter((uuid) => !ownUuids.has(uuid)) ?? [];
    const keptUuids = set.knowledge_document_ids?.filter((uuid) => ownUuids.has(uuid)) ?? [];
    const userUuid = edit.hasAnyDocuments ? undefined : edit.userUuid;
    const unknownDocument =
      (await inTables.unknownAmong(queries, addedUuids, { userUuid, agentUuid: agent.uuid })) ??
      (await inTables.unknownAmong(queries, keptUuids, { userUuid: undefined, agentUuid: agent.uuid }));
    if (unknownDocument !== undefined) return { unknownDocument };
    const unknownModel = await inTables.unknownModel(queries, set.model ?? null);
    return unknownModel === undefined ? undefined : { unknownModel };
  }

  /** Makes a definition the one of new calls. */
  async function write(queries: TenantQueries, { agent, published }: Opened, next: AgentDefinition): Promise<void> {
    const { uuid } = agent;
    const fields = changedFields(published, next) as (keyof AgentDefinition)[];
    const set = Object.fromEntries(fields.map((field) => [field, next[field]])) as Partial<AgentDefinition>;
    // The trouble was that of the earlier model.
    const row = { ...toRow(set), ...('model' in set && { model: set.model, modelTrouble: null }) };
    if (Object.keys(row).length > 0) await queries.update(agents, row, eq(agents.uuid, uuid));
    if (set.knowledge_document_ids !== undefined)
      await inTables.putDocuments(queries, uuid, set.knowledge_document_ids);
  }

  const setVersions = (queries: TenantQueries, uuid: string, set: { version?: number; draftVersion?: number | null }) =>
    queries.update(agents, set, eq(agents.uuid, uuid));

  /** Applies what the draft changes to the new published definition. If nothing differs, the draft ends. */
  async function rebase(
    queries: TenantQueries,
    opened: Opened,
    next: AgentDefinition,
    { at }: AgentEdit,
  ): Promise<void> {
    const { agent, published, draft } = opened;
    if (agent.draft_version === null) return;
    const definition = rebased({ base: published, mine: draft, theirs: next }, withParts);
    const isSame = isDeepStrictEqual(definition, next);
    const author = await history.authorOf(queries, subjectOf(agent.uuid), agent.draft_version);
    const saved = { definition, edit: author, at, isDraft: true };
    const draftVersion = isSame ? null : await history.add(queries, subjectOf(agent.uuid), current(opened), saved);
    await setVersions(queries, agent.uuid, { draftVersion });
  }

  async function result(queries: TenantQueries, uuid: string): Promise<Agent> {
    return (await inTables.read(queries, await queries.select(agents, eq(agents.uuid, uuid))))[0] as Agent;
  }

  return { open, result, unknownReference, write, setVersions, rebase };
}
