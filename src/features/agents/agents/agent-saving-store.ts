import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { changedFields, createHistory, type Edit, type Subject } from '../../../versions/index.ts';
import type { AgentEdit, NoDraft, NotSaved, UnknownReference } from './agent-edits.ts';
import { createAgentGuard, type SplitInProgress } from './agent-guard-store.ts';
import { createInside, toRow } from './agent-rows-store.ts';
import { type Agent, type AgentDefinition, agentDefinition } from './schema.ts';

export interface AgentSaving {
  /**
   * Publishes a change. Omitted fields are unchanged. The agent keeps documents of others that it already has, and a
   * draft keeps what it changes. Returns undefined if the agent does not exist.
   */
  update(
    organisation: OrganisationId,
    uuid: string,
    set: Partial<AgentDefinition>,
    edit: AgentEdit,
  ): Promise<Agent | NotSaved | undefined>;
  /** Changes the draft, which begins as the published version. Returns the agent as it would be published. */
  updateDraft: AgentSaving['update'];
  /** Publishes the draft. */
  publish(organisation: OrganisationId, uuid: string, edit: AgentEdit): Promise<Agent | NotSaved | NoDraft | undefined>;
  /** Returns whether there was a draft. */
  discardDraft(organisation: OrganisationId, uuid: string, edit: Edit): Promise<boolean | NotSaved | undefined>;
}

export const subjectOf = (uuid: string): Subject => ({ kind: 'agent', id: uuid });

/** The state of an agent in a transaction. */
interface Opened {
  readonly agent: Agent;
  readonly published: AgentDefinition;
  /** The definition of the draft; that of the published version if there is none. */
  readonly draft: AgentDefinition;
  readonly split: SplitInProgress | undefined;
}

export function createAgentSaving(database: Database): AgentSaving {
  const { voiceAgents: agents } = database.tables;
  const inTables = createInside(database.tables);
  const history = createHistory(database.tables);
  const guard = createAgentGuard(database.tables);

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

  const current = ({ agent, published: definition, split }: Opened) => ({
    number: agent.version,
    definition,
    createdAt: agent.created_at,
    inUse: [agent.draft_version, split?.otherVersion ?? null],
  });

  /** Applies what the draft changes to the new published definition. If nothing differs, the draft ends. */
  async function rebase(
    queries: TenantQueries,
    opened: Opened,
    next: AgentDefinition,
    { at }: AgentEdit,
  ): Promise<void> {
    const { agent, published, draft } = opened;
    if (agent.draft_version === null) return;
    const draftFields = changedFields(published, draft) as (keyof AgentDefinition)[];
    const definition = { ...next, ...Object.fromEntries(draftFields.map((field) => [field, draft[field]])) };
    const isSame = isDeepStrictEqual(definition, next);
    const author = await history.authorOf(queries, subjectOf(agent.uuid), agent.draft_version);
    const saved = { definition, edit: author, at, isDraft: true };
    const draftVersion = isSame ? null : await history.add(queries, subjectOf(agent.uuid), current(opened), saved);
    await setVersions(queries, agent.uuid, { draftVersion });
  }

  async function result(queries: TenantQueries, uuid: string): Promise<Agent> {
    return (await inTables.read(queries, await queries.select(agents, eq(agents.uuid, uuid))))[0] as Agent;
  }

  const draftState = ({ agent, draft }: Opened) => ({
    number: agent.draft_version ?? agent.version,
    definition: draft,
    isDraft: agent.draft_version !== null,
  });

  return {
    update: (organisation, uuid, set, edit) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const opened = await open(queries, uuid);
        if (opened === undefined) return undefined;
        const conflict = await history.conflict(queries, subjectOf(uuid), current(opened), edit);
        const refused =
          conflict ?? (await unknownReference(queries, { ...opened, draft: opened.published }, { set, edit }));
        if (refused !== undefined) return refused;
        const definition = agentDefinition.parse({ ...opened.published, ...set });
        if (isDeepStrictEqual(definition, opened.published) && edit.restoredFrom === undefined) {
          if (set.model !== undefined) await queries.update(agents, { modelTrouble: null }, eq(agents.uuid, uuid));
          return result(queries, uuid);
        }
        const unproven = await guard.refusal(queries, opened, { version: edit.restoredFrom, edit });
        if (unproven !== undefined) return unproven;
        await write(queries, opened, definition);
        const saved = { definition, edit, at: edit.at };
        const version = await history.add(queries, subjectOf(uuid), current(opened), saved);
        await setVersions(queries, uuid, { version });
        await rebase(queries, opened, definition, edit);
        return result(queries, uuid);
      }),
    updateDraft: (organisation, uuid, set, edit) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const opened = await open(queries, uuid);
        if (opened === undefined) return undefined;
        const conflict = await history.conflict(queries, subjectOf(uuid), draftState(opened), edit);
        const refused = conflict ?? (await unknownReference(queries, opened, { set, edit }));
        if (refused !== undefined) return refused;
        const definition = agentDefinition.parse({ ...opened.draft, ...set });
        if (isDeepStrictEqual(definition, opened.draft)) return { ...opened.agent, ...definition };
        const saved = { definition, edit, at: edit.at, isDraft: true };
        const draftVersion = await history.add(queries, subjectOf(uuid), current(opened), saved);
        await setVersions(queries, uuid, { draftVersion });
        return { ...opened.agent, ...definition, draft_version: draftVersion };
      }),
    publish: (organisation, uuid, edit) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const opened = await open(queries, uuid);
        if (opened === undefined) return undefined;
        const { draft_version: version } = opened.agent;
        if (version === null) return { hasNoDraft: true };
        const { draft: set } = opened;
        const conflict = await history.conflict(queries, subjectOf(uuid), draftState(opened), edit);
        const refused =
          conflict ?? (await unknownReference(queries, opened, { set, edit: { ...edit, hasAnyDocuments: true } }));
        const unproven = refused ?? (await guard.refusal(queries, opened, { version, edit }));
        if (unproven !== undefined) return unproven;
        await write(queries, opened, set);
        await history.publish(queries, subjectOf(uuid), version, edit);
        await setVersions(queries, uuid, { version, draftVersion: null });
        return result(queries, uuid);
      }),
    discardDraft: (organisation, uuid, edit) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        const opened = await open(queries, uuid);
        if (opened === undefined) return undefined;
        const conflict = await history.conflict(queries, subjectOf(uuid), draftState(opened), edit);
        if (conflict !== undefined) return conflict;
        await setVersions(queries, uuid, { draftVersion: null });
        return opened.agent.draft_version !== null;
      }),
  };
}
