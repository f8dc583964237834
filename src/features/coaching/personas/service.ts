import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { Edit } from '../../../versions/index.ts';
import type { NewPersona, PersonaPatch } from './schema.ts';
import type { PersonaSet, PersonaStore } from './store.ts';

interface PersonaVoice {
  readonly provider: string;
  readonly speaker: string;
}

export interface PersonasOptions {
  readonly store: PersonaStore;
  /** Returns the voices that an organisation may choose. */
  readonly voices: (organisation: OrganisationId) => Promise<readonly { provider: string; name: string }[]>;
  /** Returns the voice of a persona without one. */
  readonly standardVoice: () => PersonaVoice;
  readonly now: () => Date;
}

export type Personas = ReturnType<typeof createPersonas>;

/** Voices that a refusal names. */
const mostNames = 20;

const standard = {
  profile: '',
  objections: [],
  hiddenState: {},
  languageCode: 'en-US',
  documentUuids: [],
};

/** Simulated customers: their profile, objections and withheld facts. */
export function createPersonas({ store, voices, standardVoice, now }: PersonasOptions) {
  const setOf = (patch: PersonaPatch): PersonaSet => changesOf(patch, standardVoice);

  return {
    get: store.get,
    list: store.list,
    remove: store.remove,
    /**
     * Returns why a voice is refused; undefined if it is not. A provider without voices is not configured, and another
     * voice speaks in its place.
     */
    async voiceRefusal(organisation: OrganisationId, voice: NewPersona['voice']): Promise<string | undefined> {
      if (voice == null) return undefined;
      const { provider, speaker } = voiceOf(voice, standardVoice);
      const names = (await voices(organisation)).filter((each) => each.provider === provider).map(({ name }) => name);
      if (names.length === 0 || names.includes(speaker)) return undefined;
      const more = names.length > mostNames ? ', …' : '';
      return `body voice.speaker: must be a voice that GET /api/voice/speakers lists for ${provider}: ${names.slice(0, mostNames).join(', ')}${more}.`;
    },
    /** `sourceCallUuid`: the call that the persona was made from, with which it is erased. */
    add(
      organisation: OrganisationId,
      body: NewPersona,
      { sourceCallUuid = null, ...edit }: Edit & { readonly sourceCallUuid?: string | null } = {},
    ) {
      const changes = setOf(body);
      const identity = {
        uuid: randomUUID(),
        name: body.name,
        sourceCallUuid,
        createdAt: now().toISOString(),
        version: 1,
      };
      const row = { ...standard, ...changes, ...identity };
      const voiced = { speechHabits: habitsOf(body.speech_habits), voice: voiceOf(body.voice, standardVoice) };
      return store.add(organisation, { ...row, ...voiced }, edit);
    },
    change: (organisation: OrganisationId, uuid: string, patch: PersonaPatch, edit: Edit = {}) =>
      store.change(organisation, uuid, setOf(patch), { ...edit, at: now().toISOString() }),
  };
}

const habitsOf = (habits: NewPersona['speech_habits']) => ({
  pace: habits?.pace ?? 'normal',
  fillers: habits?.fillers ?? [],
  verbosity: habits?.verbosity ?? 'normal',
  interrupts: habits?.interrupts ?? 'none',
});

const voiceOf = (voice: NewPersona['voice'], standardVoice: PersonasOptions['standardVoice']): PersonaVoice => ({
  ...standardVoice(),
  ...(voice?.provider == null ? {} : { provider: voice.provider }),
  ...(voice?.speaker == null ? {} : { speaker: voice.speaker }),
});

/** Omitted fields are unchanged; null restores the default. */
function changesOf(patch: PersonaPatch, standardVoice: PersonasOptions['standardVoice']): PersonaSet {
  const { name, profile, objections, hidden_state, speech_habits, language_code, voice, document_uuids } = patch;
  return {
    ...(name === undefined ? {} : { name }),
    ...(profile === undefined ? {} : { profile: profile ?? standard.profile }),
    ...(objections === undefined ? {} : { objections: objections ?? [] }),
    ...(hidden_state === undefined ? {} : { hiddenState: hidden_state ?? {} }),
    ...(speech_habits === undefined ? {} : { speechHabits: habitsOf(speech_habits) }),
    ...(language_code === undefined ? {} : { languageCode: language_code ?? standard.languageCode }),
    ...(voice === undefined ? {} : { voice: voiceOf(voice, standardVoice) }),
    ...(document_uuids === undefined ? {} : { documentUuids: [...new Set(document_uuids ?? [])] }),
  };
}
