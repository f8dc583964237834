import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { OrganisationId } from '../../../data/index.ts';
import type { Edit, VersionConflict } from '../../../versions/index.ts';
import type { AgentFields, NewAgentEdit, NoDraft, NotSaved, PublishingEdit } from './agent-edits.ts';
import { storedSwitches } from './built-in-switches.ts';
import {
  type Agent,
  type AgentDefinition,
  type AgentPatchBody,
  agentDefinition,
  type NewAgentBody,
  standard,
} from './schema.ts';
import type { AgentStore } from './store.ts';

/** A voice in the media plane's list. */
interface Voice {
  readonly name: string;
  readonly provider: string;
  readonly languageCodes: readonly string[];
}

export interface AgentsOptions {
  readonly store: AgentStore;
  /** Returns the voices that an organisation may choose. */
  readonly voices: (organisation: OrganisationId) => Promise<readonly Voice[]>;
  /**
   * Returns the languages recognised in calls with a voice of this provider; undefined if the models cannot be read.
   */
  readonly recognised: (provider: string) => Promise<readonly string[] | undefined>;
  /** Returns what is wrong with a tool, as the rest of a sentence; undefined if it is valid. */
  readonly toolRefusal: (organisation: OrganisationId, tool: Agent['tools'][number]) => Promise<string | undefined>;
  /** Called when documents are assigned to an agent. */
  readonly onDocuments?: (organisation: OrganisationId, documentUuids: readonly string[]) => void;
  readonly now: () => Date;
}

/** An edit of the published version, or of the draft. */
export interface AgentChange extends Edit, Pick<PublishingEdit, 'endsSplit'> {
  readonly isDraft?: boolean;
}

/** The refusal as a sentence that names the field and the accepted values. */
export interface Refused {
  readonly refused: string;
}

export interface Agents {
  /** Documents must belong to the user of `edit`, or to anybody in the organisation without one. */
  add(organisation: OrganisationId, body: NewAgentBody, edit?: NewAgentEdit): Promise<Agent | Refused>;
  get: AgentStore['get'];
  troubles: AgentStore['troubles'];
  list: AgentStore['list'];
  atVersion: AgentStore['atVersion'];
  /** Returns the agent as its draft would be published; the published agent without a draft. */
  draft(organisation: OrganisationId, uuid: string): Promise<Agent | undefined>;
  /** Omitted fields are unchanged; null restores the default. Returns undefined if the agent does not exist. */
  change(
    organisation: OrganisationId,
    uuid: string,
    body: AgentPatchBody,
    edit?: AgentChange,
  ): Promise<Agent | Refused | VersionConflict | undefined>;
  /** Saves an earlier definition as a new version. */
  restore(
    organisation: OrganisationId,
    uuid: string,
    definition: AgentDefinition,
    edit: AgentChange,
  ): Promise<Agent | Refused | VersionConflict | undefined>;
  /** Makes the draft the version of new calls. */
  publish(
    organisation: OrganisationId,
    uuid: string,
    edit: Omit<AgentChange, 'isDraft'>,
  ): Promise<Agent | Refused | VersionConflict | NoDraft | undefined>;
  proof: AgentStore['proof'];
  discardDraft: AgentStore['discardDraft'];
  remove: AgentStore['remove'];
  /** Returns why calls cannot use a stored version, such as a voice that was deleted; undefined if they can. */
  refusalOfVersion(organisation: OrganisationId, uuid: string, version: number): Promise<string | undefined>;
  /**
   * Returns why the agent cannot hold a call in this language, as a sentence that names `language_code`; undefined if
   * it can.
   */
  refusalOfLanguage(organisation: OrganisationId, agent: Agent, languageCode: string): Promise<string | undefined>;
}

/** Agents: voice, prompt and turn-taking settings, which campaigns share. */
export function createAgents(options: AgentsOptions): Agents {
  const { store, onDocuments, now } = options;
  const at = (): string => now().toISOString();
  const checked = (organisation: OrganisationId, stored: Agent | NotSaved): Agent | Refused | VersionConflict => {
    const answer = orRefused(stored);
    if ('knowledge_document_ids' in answer) onDocuments?.(organisation, answer.knowledge_document_ids);
    return answer;
  };

  async function draft(organisation: OrganisationId, uuid: string): Promise<Agent | undefined> {
    const agent = await store.get(organisation, uuid);
    if (agent === undefined || agent.draft_version === null) return agent;
    const drafted = await store.atVersion(organisation, uuid, agent.draft_version);
    return { ...(drafted ?? agent), version: agent.version };
  }

  async function save(
    organisation: OrganisationId,
    before: Agent,
    body: AgentPatchBody,
    { isDraft = false, ...edit }: AgentChange & { readonly hasAnyDocuments?: boolean },
  ): Promise<Agent | Refused | VersionConflict | undefined> {
    const isSame = body.voice_config === undefined || same(before.voice_config, body.voice_config);
    const { voice_config: _, ...others } = body;
    const voice = body.voice_config ?? before.voice_config;
    const isKept = isSame && body.languages?.every((code) => before.languages.includes(code)) === true;
    const wanted = isKept ? { ...others, languages: null } : isSame ? others : body;
    const refused = await refusalOf(organisation, wanted, voice, options);
    if (refused !== undefined) return { refused };
    const after = standardOf({ ...before, ...withoutAbsent(body) });
    const cleared = Object.entries(after).filter(([key]) => body[key as keyof AgentPatchBody] === null);
    const set = { ...withoutAbsent(body), ...Object.fromEntries(cleared) };
    const saved = await store[isDraft ? 'updateDraft' : 'update'](organisation, before.uuid, set, {
      ...edit,
      at: at(),
    });
    return saved && checked(organisation, saved);
  }

  return {
    async add(organisation, body, edit = {}) {
      const refused = await refusalOf(organisation, body, body.voice_config, options);
      if (refused !== undefined) return { refused };
      const { version_note: note, ...written } = body;
      const fields = { ...withoutAbsent(written), name: body.name, voice_config: body.voice_config };
      const agent = { ...standardOf(fields), ...fields, uuid: randomUUID(), created_at: at() };
      return checked(organisation, await store.add(organisation, agent, { ...edit, note })) as Agent | Refused;
    },
    get: store.get,
    atVersion: store.atVersion,
    draft,
    troubles: store.troubles,
    list: store.list,
    async change(organisation, uuid, body, edit = {}) {
      const before = await (edit.isDraft ? draft : store.get)(organisation, uuid);
      return before && save(organisation, before, body, edit);
    },
    async restore(organisation, uuid, definition, edit) {
      const before = await (edit.isDraft ? draft : store.get)(organisation, uuid);
      if (before === undefined) return undefined;
      // What is unchanged is not checked again: its tools may be away for the moment.
      return save(organisation, before, differing(definition, before), { ...edit, hasAnyDocuments: true });
    },
    async publish(organisation, uuid, edit) {
      const [before, drafted] = [await store.get(organisation, uuid), await draft(organisation, uuid)];
      // What its tools and its voice refer to may have been deleted since the draft was saved.
      const refused =
        before && drafted && (await refusalOf(organisation, differing(drafted, before), drafted.voice_config, options));
      if (refused !== undefined) return { refused };
      const published = await store.publish(organisation, uuid, { ...edit, at: at() });
      return published === undefined || 'hasNoDraft' in published ? published : checked(organisation, published);
    },
    proof: store.proof,
    discardDraft: store.discardDraft,
    remove: store.remove,
    async refusalOfVersion(organisation, uuid, version) {
      const now = await store.get(organisation, uuid);
      const then = await store.atVersion(organisation, uuid, version);
      if (now === undefined || then === undefined) return undefined;
      return refusalOf(organisation, differing(agentDefinition.parse(then), now), then.voice_config, options);
    },
    async refusalOfLanguage(organisation, { voice_config: voice }, languageCode) {
      const choice = { isVoice: false, voice_config: voice, languages: [languageCode] };
      return (await languageRefusal(organisation, choice, options))?.replace('languages.0', 'language_code');
    },
  };
}

const differing = (definition: AgentDefinition, before: AgentDefinition): AgentPatchBody =>
  Object.fromEntries(
    Object.entries(definition).filter(
      ([key, value]) => !isDeepStrictEqual(value, before[key as keyof AgentDefinition]),
    ),
  );

type Named = Pick<AgentFields, 'name' | 'voice_config'>;

/** Returns the defaults. */
const standardOf = ({ name, voice_config: voice }: Named): Omit<AgentFields, keyof Named> => ({
  persona_prompt: '',
  greeting: `Hello, this is ${name}. How can I help you?`,
  languages: [voice.language_code],
  turn: { endpointing_ms: null, min_interrupt_words: null, allow_interruptions: true },
  tools: [],
  built_in_tools: storedSwitches(null),
  knowledge_document_ids: [],
  max_call_seconds: standard.maxCallSeconds,
  voicemail: null,
  model: null,
});

/** Returns the fields with a value. */
const withoutAbsent = (body: Omit<AgentPatchBody, 'version_note'>): Partial<AgentFields> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));

function orRefused(result: Agent | NotSaved): Agent | Refused | VersionConflict {
  if ('unknownDocument' in result)
    return {
      refused: `body knowledge_document_ids: the document ${result.unknownDocument} does not exist or is not yours. Leave it out.`,
    };
  if ('unknownModel' in result)
    return { refused: `body model.${result.unknownModel}: must be a model that GET /api/settings/models lists.` };
  return result;
}

/** Compares two voices. A withdrawn voice stays with the agents that have it. */
const same = (before: Agent['voice_config'], after: AgentPatchBody['voice_config']): boolean =>
  before.provider === after?.provider &&
  before.speaker === after.speaker &&
  before.language_code === after.language_code;

type Voiced = Pick<Agent, 'voice_config'> & { readonly languages: readonly string[] };

async function refusalOf(
  organisation: OrganisationId,
  { tools, ...body }: AgentPatchBody,
  voice: Agent['voice_config'],
  options: AgentsOptions,
): Promise<string | undefined> {
  const choice = { isVoice: body.voice_config !== undefined, voice_config: voice, languages: body.languages ?? [] };
  const wrongVoice =
    choice.isVoice || choice.languages.length > 0 ? await languageRefusal(organisation, choice, options) : undefined;
  if (wrongVoice !== undefined) return wrongVoice;
  // In parallel: each may wait for a DNS lookup.
  const refusals = await Promise.all((tools ?? []).map((tool) => options.toolRefusal(organisation, tool)));
  const index = refusals.findIndex((refusal) => refusal !== undefined);
  return index === -1 ? undefined : `body tools.${index}.${refusals[index]}.`;
}

/**
 * Returns why a language of the agent is refused: its voice must speak it, and an engine available to its calls must
 * recognise it.
 */
async function languageRefusal(
  organisation: OrganisationId,
  { isVoice, voice_config: voice, languages }: Voiced & { readonly isVoice: boolean },
  { voices, recognised }: AgentsOptions,
): Promise<string | undefined> {
  const { provider, speaker: name, language_code: languageCode } = voice;
  const all = await voices(organisation);
  const ofProvider = all.filter((listedVoice) => listedVoice.provider === provider);
  // Calls replace a provider that is not configured by our own voices, and raise an alarm.
  const isConfigured = ofProvider.length > 0;
  const speaker = ofProvider.find((candidate) => candidate.name === name);
  if (isConfigured && speaker === undefined)
    return isVoice
      ? 'body voice_config.speaker: must be a voice that GET /api/voice/speakers lists for this provider.'
      : undefined;
  const speaking = speaker === undefined ? all.filter((candidate) => candidate.provider === 'platform') : [speaker];
  const spoken = [...new Set(speaking.flatMap(({ languageCodes }) => languageCodes))];
  const recognisedCodes = await recognised(provider);
  const what = isConfigured
    ? 'must be a language of this voice'
    : `${provider} is not configured, and the voices of this installation speak`;
  const wrong = (code: string): string | undefined => {
    if (!includes(spoken, code)) return `${what}: ${spoken.join(', ')}.`;
    if (recognisedCodes === undefined || includes(recognisedCodes, code)) return undefined;
    return `is not recognised here; calls of this voice recognise ${recognisedCodes.join(', ')}.`;
  };
  const atVoice = isVoice ? wrong(languageCode) : undefined;
  if (atVoice !== undefined) return `body voice_config.language_code: ${atVoice}`;
  const at = languages.findIndex((code) => wrong(code) !== undefined);
  return at === -1 ? undefined : `body languages.${at}: ${wrong(languages[at] as string)}`;
}

const includes = (codes: readonly string[], code: string): boolean =>
  codes.some((other) => languageOf(other) === languageOf(code));

const languageOf = (code: string): string | undefined => code.toLowerCase().split('-')[0];
