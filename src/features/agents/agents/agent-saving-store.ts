import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createHistory, type Edit } from '../../../versions/index.ts';
import type { AgentEdit, NoDraft, NotSaved } from './agent-edits.ts';
import { createAgentGuard } from './agent-guard-store.ts';
import { createAgentOpening, current, draftState, subjectOf } from './agent-opening-store.ts';
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

export function createAgentSaving(database: Database): AgentSaving {
  const { voiceAgents: agents } = database.tables;
  const history = createHistory(database.tables);
  const guard = createAgentGuard(database.tables);
  const { open, result, unknownReference, write, setVersions, rebase } = createAgentOpening(
    database.tables,
    history,
    guard,
  );

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
