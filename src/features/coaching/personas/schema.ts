import { z } from 'zod';
import { bodyId, languageCode, lineOf, pageFields, visibleLines } from '../../../http/fields.ts';
import { ownObject } from '../../../http/json-fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const prose = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max.toLocaleString('en')} characters`)
    .transform(visibleLines)
    .meta({ maxLength: max });

/** A sentence of the customer, or an object with the sentence as `text` and what weakens the objection. */
const objection = z.union([prose(2000), ownObject(8)]);

const interruptions = ['none', 'some', 'often'] as const;

const habits = z.object({
  /** `slow`, `normal`, `fast`, or a factor of the normal pace. */
  pace: z.union([z.number().min(0.5).max(2), lineOf(40)]).nullish(),
  fillers: z.array(lineOf(60)).max(30, 'must have at most 30 fillers').nullish(),
  /** `terse`, `normal` or `talkative`. */
  verbosity: lineOf(40).nullish(),
  interrupts: z.enum(interruptions, { error: `must be one of ${interruptions.join(', ')}` }).nullish(),
});

const providers = ['platform', 'speech_a', 'speech_b'] as const;
const provider = z.enum(providers, { error: `must be one of ${providers.join(', ')}` });
/** A voice that `GET /api/voice/speakers` lists. */
const voiceChoice = z.object({ provider: provider.nullish(), speaker: lineOf(120).nullish() });

const fields = {
  profile: z.union([prose(10_000), ownObject(16)]),
  objections: z.array(objection).max(50, 'must have at most 50 objections'),
  hidden_state: z.union([prose(10_000), ownObject(16)]),
  speech_habits: habits,
  language_code: languageCode,
  voice: voiceChoice,
  document_uuids: z.array(bodyId).max(50, 'must have at most 50 documents'),
};

const settable = {
  profile: fields.profile.nullish(),
  objections: fields.objections.nullish(),
  hidden_state: fields.hidden_state.nullish(),
  speech_habits: fields.speech_habits.nullish(),
  language_code: fields.language_code.nullish(),
  voice: fields.voice.nullish(),
  document_uuids: fields.document_uuids.nullish(),
};

export const newPersona = z.object({ name: lineOf(120), ...settable });
export type NewPersona = z.output<typeof newPersona>;

export const personaPatch = z.object({ name: lineOf(120).exactOptional(), ...settable });
export type PersonaPatch = z.output<typeof personaPatch>;

const freeForm = z.record(z.string(), z.unknown());

export const persona = z.object({
  uuid: z.string(),
  name: z.string(),
  profile: z.union([z.string(), freeForm]),
  objections: z.array(z.union([z.string(), freeForm])),
  /** Facts that this customer always withholds. */
  hidden_state: z.union([z.string(), freeForm]),
  speech_habits: z.object({
    pace: z.union([z.number(), z.string()]),
    fillers: z.array(z.string()),
    verbosity: z.string(),
    interrupts: z.enum(interruptions),
  }),
  language_code: z.string(),
  voice: z.object({ provider: z.string(), speaker: z.string() }),
  /** Knowledge documents that ground what this customer knows. */
  document_uuids: z.array(z.string()),
  created_at: z.string(),
  version: z.number().int().default(1).meta({ description: 'The version that the `ETag` names.' }),
});
export type Persona = z.output<typeof persona>;

export const personaUuid = z.object({ uuid: z.uuid() });
export const personaList = z.object({ results: z.array(persona), ...pageFields });

nameSchemas({
  Persona: persona,
  PersonaList: personaList,
  NewPersona: newPersona,
  PersonaPatch: personaPatch,
});
