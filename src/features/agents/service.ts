import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../data/index.ts';
import { type Agent, type AgentPatchBody, type NewAgentBody, standard } from './schema.ts';
import type { AgentFields, AgentStore, UnknownDocument } from './store.ts';

/** A voice as the media plane lists it. */
interface Voice {
  readonly name: string;
  readonly provider: string;
  readonly languageCodes: readonly string[];
}

export interface AgentsOptions {
  readonly store: AgentStore;
  /** The voices that an organisation may choose. */
  readonly voices: (organisation: OrganisationId) => Promise<readonly Voice[]>;
  /** What is wrong with the address of a tool, as the rest of a sentence; undefined when nothing is. */
  readonly endpointRefusal: (address: string) => Promise<string | undefined>;
  /** An agent was given these documents. */
  readonly onDocuments?: (organisation: OrganisationId, documentUuids: readonly string[]) => void;
  readonly now: () => Date;
}

/** A sentence that names the field and says what it may be. */
export interface Refused {
  readonly refused: string;
}

export interface Agents {
  /** Where a person is named, documents must be theirs. */
  add(organisation: OrganisationId, body: NewAgentBody, userUuid?: string): Promise<Agent | Refused>;
  get: AgentStore['get'];
  list: AgentStore['list'];
  /** Omitted fields are unchanged, null restores the default. Undefined if the agent does not exist. */
  change(
    organisation: OrganisationId,
    uuid: string,
    body: AgentPatchBody,
    userUuid?: string,
  ): Promise<Agent | Refused | undefined>;
  remove: AgentStore['remove'];
}

/** Who speaks in calls: voice, words and manners, which campaigns share. */
export function createAgents(options: AgentsOptions): Agents {
  const { store, onDocuments, now } = options;
  const given = (organisation: OrganisationId, stored: Agent | UnknownDocument): Agent | Refused => {
    const answer = told(stored);
    if (!('refused' in answer)) onDocuments?.(organisation, answer.knowledge_document_ids);
    return answer;
  };
  return {
    async add(organisation, body, userUuid) {
      const refused = await refusalOf(organisation, body, options);
      if (refused !== undefined) return { refused };
      const fields = { ...withoutAbsent(body), name: body.name, voice_config: body.voice_config };
      const agent = { ...standardOf(fields), ...fields, uuid: randomUUID(), created_at: now().toISOString() };
      return given(organisation, await store.add(organisation, agent, userUuid));
    },
    get: store.get,
    list: store.list,
    async change(organisation, uuid, body, userUuid) {
      const before = await store.get(organisation, uuid);
      if (before === undefined) return undefined;
      const isSame = same(before.voice_config, body.voice_config);
      const { voice_config: _, ...others } = body;
      const refused = await refusalOf(organisation, isSame ? others : body, options);
      if (refused !== undefined) return { refused };
      const after = standardOf({ ...before, ...withoutAbsent(body) });
      const cleared = Object.entries(after).filter(([key]) => body[key as keyof AgentPatchBody] === null);
      const set = { ...withoutAbsent(body), ...Object.fromEntries(cleared) };
      const changed = await store.update(organisation, uuid, set, userUuid);
      return changed && given(organisation, changed);
    },
    remove: store.remove,
  };
}

type Named = Pick<AgentFields, 'name' | 'voice_config'>;

/** What there is without being told. */
const standardOf = ({ name, voice_config: voice }: Named): Omit<AgentFields, keyof Named> => ({
  persona_prompt: '',
  greeting: `Hello, this is ${name}. How can I help you?`,
  languages: [voice.language_code],
  turn: { endpointing_ms: null, min_interrupt_words: null, allow_interruptions: true },
  tools: [],
  knowledge_document_ids: [],
  max_call_seconds: standard.maxCallSeconds,
  voicemail: null,
});

/** The fields that were given a value. */
const withoutAbsent = (body: AgentPatchBody): Partial<AgentFields> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));

const told = (result: Agent | UnknownDocument): Agent | Refused =>
  'unknownDocument' in result
    ? { refused: 'body knowledge_document_ids: one of the documents does not exist or is not yours.' }
    : result;

/** A voice that was withdrawn stays with the agents that have it. */
const same = (before: Agent['voice_config'], after: AgentPatchBody['voice_config']): boolean =>
  before.provider === after?.provider &&
  before.speaker === after.speaker &&
  before.language_code === after.language_code;

async function refusalOf(
  organisation: OrganisationId,
  { voice_config: voice, tools }: AgentPatchBody,
  { voices, endpointRefusal }: AgentsOptions,
): Promise<string | undefined> {
  const wrongVoice = voice && voiceRefusal(voice, await voices(organisation));
  if (wrongVoice !== undefined) return wrongVoice;
  // Side by side: each may wait for a name to be looked up.
  const refusals = await Promise.all((tools ?? []).map(({ endpoint }) => endpointRefusal(endpoint)));
  const index = refusals.findIndex((refusal) => refusal !== undefined);
  return index === -1 ? undefined : `body tools.${index}.endpoint: ${refusals[index]}.`;
}

function voiceRefusal(voice: Agent['voice_config'], voices: readonly Voice[]): string | undefined {
  const { provider, speaker: name, language_code: code } = voice;
  const ofProvider = voices.filter((one) => one.provider === provider);
  // A provider that is not configured is replaced by our own voices, with an alarm.
  const isConfigured = ofProvider.length > 0;
  const speaker = ofProvider.find((one) => one.name === name);
  if (isConfigured && speaker === undefined)
    return 'body voice_config.speaker: must be a voice that GET /api/voice/speakers lists for this provider.';
  const speaking = isConfigured ? [speaker as Voice] : voices.filter((one) => one.provider === 'platform');
  const known = [...new Set(speaking.flatMap(({ languageCodes }) => languageCodes))];
  if (known.some((known) => languageOf(known) === languageOf(code))) return undefined;
  const what = isConfigured
    ? 'must be a language of this voice'
    : `${provider} is not configured, and the voices of this installation speak`;
  return `body voice_config.language_code: ${what}: ${known.join(', ')}.`;
}

const languageOf = (code: string): string | undefined => code.split('-')[0];
