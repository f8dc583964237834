import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Edit } from '../../../versions/index.ts';
import { plainFlow } from '../../campaigns/index.ts';
import type { DocumentRow } from '../../documents/index.ts';
import type { AgentFile, SuitePart } from './agent-file.ts';
import { withBranchAgents } from './branch-agents.ts';
import { type Checked, ownAgent } from './check.ts';
import type { Exported } from './export.ts';
import type { PlannedPart } from './problems.ts';
import type { Stores } from './stores.ts';

export interface Writing {
  readonly stores: Stores;
  readonly organisation: OrganisationId;
  readonly checked: Checked;
  /** Rows of the documents that are added. */
  readonly newDocuments: readonly NewDocument[];
  readonly file: AgentFile;
  /** The agent that the file replaces. */
  readonly current: Exported | undefined;
  readonly edit: Edit & { readonly userUuid: string };
  readonly quotaBytes: number;
  readonly at: string;
}

export type NewDocument = Omit<DocumentRow, 'organisationId' | 'userUuid'>;

export interface Written {
  readonly agentUuid: string;
  readonly documentUuids: readonly string[];
  readonly parts: readonly PlannedPart[];
}

type Planned = PlannedPart[];

/** Writes all parts of a file with the stores of one transaction. Throws to roll back. */
export async function writeParts(writing: Writing): Promise<Written> {
  const parts: Planned = [];
  await writeScorecard(writing, parts);
  await writeLexicon(writing, parts);
  const documentUuids = await writeDocuments(writing, parts);
  const agentUuid = await writeAgent(writing, documentUuids, parts);
  await writeCampaigns(writing, agentUuid, parts);
  const personas = await writePersonas(writing, parts);
  await writeScenarios(writing, { agentUuid, personas }, parts);
  return { agentUuid, documentUuids, parts: inFileOrder(parts) };
}

const order = [
  'agent',
  'campaign',
  'score_field',
  'persona',
  'scenario',
  'suite',
  'pronunciation',
  'document',
] as const;
const inFileOrder = (parts: Planned): Planned => order.flatMap((kind) => parts.filter((part) => part.kind === kind));

const refused = (place: string, detail: string): Problem =>
  new Problem('bad_request', `${place}: ${detail.replace(/^body /, '')}`);

async function writeScorecard({ stores, organisation, checked, edit, at }: Writing, parts: Planned): Promise<void> {
  for (const { field, existing, action } of checked.fields) {
    parts.push({ kind: 'score_field', name: field.name, action });
    if (action === 'create') {
      const added = await stores.fields.add(organisation, field);
      if (added === 'too_many') throw refused('scorecard', 'the organisation has too many fields. Delete some first.');
      if (added === 'key_taken') throw refused('scorecard', `the key ${field.key} was taken at this moment. Retry.`);
    } else if (action === 'update' && existing !== undefined) {
      const { key: _key, field_type: _type, measure: _measure, scope: _scope, position: _position, ...patch } = field;
      await stores.fields.change(organisation, existing.id, patch, { ...versionOf(edit), at });
    }
  }
}

/** The condition of an edit is about the agent. */
const versionOf = ({ ifMatch: _, ...edit }: Edit): Edit => edit;

async function writeLexicon({ stores, organisation, checked, at }: Writing, parts: Planned): Promise<void> {
  for (const { word, uuid, action } of checked.pronunciations) {
    parts.push({ kind: 'pronunciation', name: word.word, action });
    const pronunciation = { word: word.word, phonemes: word.phonemes ?? null, respelling: word.respelling ?? null };
    const written =
      action === 'create'
        ? await stores.lexicon.add(organisation, { uuid: randomUUID(), ...pronunciation, createdAt: at }, 500)
        : action === 'update' && uuid !== undefined
          ? await stores.lexicon.change(organisation, uuid, pronunciation)
          : undefined;
    if (written === 'full') throw refused('pronunciations', 'the lexicon is full. Delete a word first.');
    if (typeof written === 'string')
      throw refused('pronunciations', `the word ${word.word} was changed meanwhile. Retry.`);
  }
}

async function writeDocuments(
  { stores, organisation, checked, newDocuments, edit, quotaBytes, current }: Writing,
  parts: Planned,
): Promise<string[]> {
  const uuids: string[] = [];
  for (const { sha256, title, uuid } of checked.documents) {
    const row = newDocuments.find(({ digest }) => digest === sha256);
    if (uuid === undefined && row !== undefined) {
      const owner = { organisationId: organisation, userUuid: edit.userUuid };
      if (!(await stores.documents.add(owner, row, quotaBytes)))
        throw new Problem('conflict', 'Your organisation has reached its quota for documents. Delete some first.');
    }
    parts.push({ kind: 'document', name: title, action: uuid === undefined ? 'create' : 'keep' });
    const documentUuid = uuid ?? row?.uuid;
    if (documentUuid !== undefined) uuids.push(documentUuid);
  }
  for (const { title, sha256 } of current?.file.documents ?? [])
    if (!checked.documents.some((document) => document.sha256 === sha256))
      parts.push({ kind: 'document', name: title, action: 'remove' });
  return [...new Set(uuids)];
}

/** A file says all of an agent: what it leaves out has its default. */
const defaults = {
  persona_prompt: null,
  greeting: null,
  languages: null,
  turn: null,
  built_in_tools: null,
  max_call_seconds: null,
  voicemail: null,
} as const;

async function writeAgent(
  { stores, organisation, checked, current, edit }: Writing,
  documentUuids: readonly string[],
  parts: Planned,
): Promise<string> {
  const body = { ...defaults, ...checked.agent, knowledge_document_ids: [...documentUuids] };
  const saved =
    current === undefined
      ? await stores.saving.add(organisation, { ...body, version_note: edit.note }, versionOf(edit))
      : await stores.saving.change(organisation, current.agent.uuid, body, versionOf(edit));
  if (saved === undefined) throw new Problem('not_found', 'The agent was deleted at this moment.');
  if ('refused' in saved) throw refused('agent', saved.refused);
  if ('conflict' in saved) throw new Problem('conflict', saved.conflict);
  const isSame = current?.agent.version === saved.version;
  parts.push({
    kind: 'agent',
    name: saved.name,
    action: current === undefined ? 'create' : isSame ? 'keep' : 'update',
  });
  return saved.uuid;
}

async function writeCampaigns(
  { stores, organisation, checked, current, edit, at }: Writing,
  agentUuid: string,
  parts: Planned,
): Promise<void> {
  for (const { knowledge, ...campaign } of checked.campaigns) {
    const uuid = current?.uuids.campaigns.get(campaign.name);
    const set = {
      kind: campaign.kind,
      provider: campaign.provider,
      languageCode: campaign.language_code ?? checked.agent.voice_config.language_code,
      timeWindow: campaign.time_window ?? null,
      config: withBranchAgents(campaign.config ?? {}, (agent, branch) =>
        agent === ownAgent ? { ...branch, agent: agentUuid } : branch,
      ) as NonNullable<typeof campaign.config>,
      updatedAt: at,
    };
    if (uuid === undefined) {
      const row = {
        ...plainFlow,
        ...set,
        uuid: randomUUID(),
        name: campaign.name,
        status: 'draft' as const,
        speaker: checked.agent.voice_config.speaker,
        phoneNumber: null,
        phoneKey: null,
        voiceAgentUuid: agentUuid,
        createdAt: at,
      };
      await stores.campaigns.addNew(organisation, row, knowledge, versionOf(edit));
      parts.push({ kind: 'campaign', name: campaign.name, action: 'create' });
      continue;
    }
    const action = await changeCampaign({ stores, organisation, edit }, uuid, set);
    parts.push({ kind: 'campaign', name: campaign.name, action });
  }
  for (const name of current?.uuids.campaigns.keys() ?? [])
    if (!checked.campaigns.some((campaign) => campaign.name === name))
      parts.push({ kind: 'campaign', name, action: 'keep' });
}

async function changeCampaign(
  { stores, organisation, edit }: Pick<Writing, 'stores' | 'organisation' | 'edit'>,
  uuid: string,
  {
    updatedAt,
    ...set
  }: Pick<
    Parameters<Stores['campaigns']['addNew']>[1],
    'kind' | 'provider' | 'languageCode' | 'timeWindow' | 'config' | 'updatedAt'
  >,
): Promise<'update' | 'keep'> {
  let action: 'update' | 'keep' = 'keep';
  const changed = await stores.campaigns.change(
    organisation,
    uuid,
    async (row) => {
      const { kind, provider, languageCode, timeWindow, config } = row;
      if (isDeepStrictEqual({ kind, provider, languageCode, timeWindow, config }, set)) return { isSame: true };
      if (kind !== set.kind && row.status !== 'draft')
        throw new Problem('conflict', `The campaign "${row.name}" was launched, so its kind cannot change.`);
      action = 'update';
      return { set: { ...set, updatedAt } };
    },
    versionOf(edit),
  );
  if (changed === undefined) throw new Problem('conflict', 'A campaign of the agent was deleted at this moment.');
  return action;
}

async function writePersonas(
  { stores, organisation, checked, current, edit, file, at }: Writing,
  parts: Planned,
): Promise<ReadonlyMap<string, string>> {
  const uuids = new Map<string, string>();
  for (const [index, { documents, ...persona }] of checked.personas.entries()) {
    const uuid = current?.uuids.personas.get(persona.name);
    const before = current?.file.personas.find(({ name }) => name === persona.name);
    if (uuid !== undefined && isDeepStrictEqual(before, file.personas[index])) {
      uuids.set(persona.name, uuid);
      parts.push({ kind: 'persona', name: persona.name, action: 'keep' });
      continue;
    }
    const documentUuids = [];
    for (const document of documents) {
      const row = { uuid: randomUUID(), userUuid: edit.userUuid, ...document, at };
      await stores.coachDocuments.add(organisation, {
        uuid: row.uuid,
        userUuid: row.userUuid,
        title: row.title,
        source: 'text',
        body: row.text,
        kbDocumentUuid: null,
        createdAt: at,
      });
      documentUuids.push(row.uuid);
    }
    const body = { ...persona, document_uuids: documentUuids };
    const saved =
      uuid === undefined
        ? await stores.personas.add(organisation, body, versionOf(edit))
        : await stores.personas.change(organisation, uuid, body, versionOf(edit));
    if (saved === undefined || !('uuid' in saved))
      throw refused('personas', `${persona.name} was changed meanwhile. Retry.`);
    uuids.set(persona.name, saved.uuid);
    parts.push({ kind: 'persona', name: persona.name, action: uuid === undefined ? 'create' : 'update' });
  }
  return uuids;
}

async function writeScenarios(
  { stores, organisation, checked, current, file }: Writing,
  { agentUuid, personas }: { readonly agentUuid: string; readonly personas: ReadonlyMap<string, string> },
  parts: Planned,
): Promise<void> {
  const uuids: string[] = [];
  for (const [index, { persona, ...scenario }] of checked.scenarios.entries()) {
    const uuid = current?.uuids.scenarios.get(scenario.name);
    const before = current?.file.scenarios.find(({ name }) => name === scenario.name);
    if (uuid !== undefined && isDeepStrictEqual(before, file.scenarios[index])) {
      uuids.push(uuid);
      parts.push({ kind: 'scenario', name: scenario.name, action: 'keep' });
      continue;
    }
    const body = { ...scenario, persona_uuid: personas.get(persona) ?? '' };
    const added = await stores.scenarios.add(organisation, body).catch((error: unknown) => {
      throw error instanceof Problem ? refused(`scenarios.${index}`, error.message) : error;
    });
    uuids.push(added.uuid);
    // A scenario cannot be changed: its runs refer to what they played.
    if (uuid !== undefined) await stores.scenarios.remove(organisation, uuid);
    parts.push({ kind: 'scenario', name: scenario.name, action: uuid === undefined ? 'create' : 'update' });
  }
  for (const name of current?.uuids.scenarios.keys() ?? [])
    if (!checked.scenarios.some((scenario) => scenario.name === name))
      parts.push({ kind: 'scenario', name, action: 'remove' });
  const before = current?.file.scenarios.flatMap(({ name }) => current.uuids.scenarios.get(`${name}`) ?? []);
  const settings = file.suite;
  const isSame = settings === undefined || isDeepStrictEqual(settings, current?.file.suite);
  if (isSame && isDeepStrictEqual(before ?? [], uuids)) return;
  await stores.suites.put(organisation, agentUuid, { scenarioUuids: uuids, settings });
  // A suite without scenarios is not stored.
  const isStored = uuids.length > 0 || current?.file.suite !== undefined;
  if (settings !== undefined && !isSame && isStored)
    parts.push({
      kind: 'suite',
      name: suiteText(settings),
      action: current?.file.suite === undefined ? 'create' : 'update',
    });
}

function suiteText({ repeats, mode, bar }: SuitePart): string {
  const runs = `${repeats} ${repeats === 1 ? 'run' : 'runs'} of each, by ${mode}`;
  return bar === null ? runs : `${runs}, bar ${bar}%`;
}
