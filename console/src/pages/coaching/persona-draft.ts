import type { Persona, PersonaBody } from '../../server/coaching.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import type { Prepared } from '../../shared/form/use-draft.ts';
import { type FactDraft, factsOf, newFact, objectOf, wordsIn } from './fact-draft.ts';

/** An unsaved objection. */
export interface ObjectionDraft {
  readonly id: string;
  readonly text: string;
  readonly trigger: string;
  readonly answeredBy: string;
  readonly strength: number | string;
  /** Other properties of the API that the form does not show. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface PersonaDraft {
  readonly name: string;
  readonly language: string;
  readonly profileKind: 'facts' | 'text';
  readonly profileText: string;
  readonly profile: readonly FactDraft[];
  readonly hiddenText: string;
  readonly hidden: readonly FactDraft[];
  readonly objections: readonly ObjectionDraft[];
  readonly pace: string;
  readonly verbosity: string;
  readonly interrupts: Persona['speech_habits']['interrupts'];
  readonly fillers: string;
  /** Empty for the default voice. */
  readonly speaker: string;
  readonly documents: readonly string[];
}

export const newObjection = (): ObjectionDraft => ({
  id: freshKey(),
  text: '',
  trigger: '',
  answeredBy: '',
  strength: 1,
  rest: {},
});

export const emptyPersona = (): PersonaDraft => ({
  name: '',
  language: 'en-US',
  profileKind: 'facts',
  profileText: '',
  profile: [newFact()],
  hiddenText: '',
  hidden: [newFact()],
  objections: [],
  pace: 'normal',
  verbosity: 'normal',
  interrupts: 'none',
  fillers: '',
  speaker: '',
  documents: [],
});

const strings = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').join(', ');
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function objectionOf(given: Persona['objections'][number]): ObjectionDraft {
  if (typeof given === 'string') return { ...newObjection(), text: given };
  const { text: said, objection, trigger, answered_by: answered, strength, ...rest } = given;
  return {
    id: freshKey(),
    text: text(said) || text(objection),
    trigger: text(trigger),
    answeredBy: strings(answered),
    rest,
    strength: typeof strength === 'number' ? strength : 1,
  };
}

export function draftOf(persona: Persona): PersonaDraft {
  const { profile, hidden_state: hidden, speech_habits: habits } = persona;
  return {
    name: persona.name,
    language: persona.language_code,
    profileKind: typeof profile === 'string' && profile !== '' ? 'text' : 'facts',
    profileText: text(profile),
    profile: typeof profile === 'string' ? [] : factsOf(profile),
    hiddenText: text(hidden),
    hidden: typeof hidden === 'string' ? [] : factsOf(hidden),
    objections: persona.objections.map(objectionOf),
    pace: `${habits.pace}`,
    verbosity: habits.verbosity,
    interrupts: habits.interrupts,
    fillers: habits.fillers.join(', '),
    speaker: persona.voice.speaker,
    documents: persona.document_uuids,
  };
}

/** Returns the request body of a draft, or messages by the row of an incomplete fact. */
export function bodyOf(draft: PersonaDraft): Prepared<PersonaBody> {
  const profile = objectOf(draft.profile);
  const hidden = objectOf(draft.hidden);
  const pace = Number(draft.pace);
  const faults = { ...(draft.profileKind === 'text' ? {} : profile.faults), ...hidden.faults };
  if (Object.keys(faults).length > 0) return { ok: false, trouble: undefined, faults };
  return {
    ok: true,
    body: {
      name: draft.name.trim(),
      language_code: draft.language.trim(),
      profile: draft.profileKind === 'text' ? draft.profileText : profile.object,
      hidden_state: draft.hiddenText === '' ? hidden.object : draft.hiddenText,
      objections: draft.objections.filter(({ text: said }) => said.trim() !== '').map(sentOf),
      speech_habits: {
        pace: Number.isNaN(pace) ? draft.pace : pace,
        verbosity: draft.verbosity,
        interrupts: draft.interrupts,
        fillers: wordsIn(draft.fillers),
      },
      voice: draft.speaker === '' ? null : { provider: 'platform', speaker: draft.speaker },
      document_uuids: [...draft.documents],
    },
  };
}

function sentOf({ text: said, trigger, answeredBy, strength, rest }: ObjectionDraft) {
  const answers = wordsIn(answeredBy);
  return {
    ...rest,
    text: said.trim(),
    strength: Number(strength) || 1,
    ...(trigger.trim() === '' ? {} : { trigger: trigger.trim() }),
    ...(answers.length === 0 ? {} : { answered_by: answers }),
  };
}
