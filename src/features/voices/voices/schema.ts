import { z } from 'zod';
import { languageCode, lineOf, lineUpTo } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const notSlug = 'must be lower-case letters and digits, with hyphens between them';

export const speakerName = z.object({ name: z.string().min(1).max(64) });
export const speakerListQuery = z.object({ envelope: z.enum(['0', '1']).optional() });

/** Form fields beside the clip. */
export const newSpeaker = z.object({
  name: z.string().min(2).max(64).regex(slug, notSlug),
  language: languageCode.default('en'),
  description: lineUpTo(500).default(''),
  consent: lineUpTo(500).default('').describe('How the person in the recording agreed.'),
});
export type NewSpeaker = z.output<typeof newSpeaker>;

export const voiceForm = newSpeaker.extend({ reference_audio: z.file() });

export const newSample = z.object({ transcript: lineOf(2000) });
export const sampleForm = newSample.extend({ audio: z.file() });

export const speaker = z.object({
  name: z.string(),
  language: z.string(),
  description: z.string(),
  deployed: z.boolean(),
  voice_sample_uuid: z.string().optional(),
  created_at: z.string(),
  /** `fitted`: the embedded voice, adapted to the clip; `cloned`: by a voice server. */
  method: z.enum(['fitted', 'cloned']),
  /** Similarity of a fitted voice to the clip, 0 to 1. */
  similarity: z.number().nullable(),
  similarity_basis: z
    .enum(['measured', 'estimated'])
    .nullable()
    .describe('`measured` on speech of the fitted voice, or `estimated` from what the fit changes.'),
  nearest_stock_voice: z
    .object({ name: z.string(), similarity: z.number() })
    .nullable()
    .describe('The stock voice that is most like the clip.'),
  consent: z.object({
    note: z.string().describe('How the person agreed. Empty where nobody said it.'),
    at: z.string().describe('When it was recorded.'),
    user_uuid: z.string().nullable().describe('The user who uploaded the clip; null for an API key.'),
  }),
});
export type Speaker = z.output<typeof speaker>;

export const speakerList = z.union([z.array(speaker), z.object({ speakers: z.array(speaker) })]);

export const createdSpeaker = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  message: z.string(),
});

export const deployedSpeaker = z.object({ name: z.string(), deployed: z.boolean(), voice_sample_uuid: z.string() });

const named = z.object({ uuid: z.string(), name: z.string() });

/** The agents, and the campaigns that are not completed, which speak with a voice. */
export const users = z.object({ agents: z.array(named).readonly(), campaigns: z.array(named).readonly() });
export type Users = z.output<typeof users>;

export const dataset = z.object({
  name: z.string(),
  sample_count: z.number().int(),
  total_duration_seconds: z.number(),
  status: z.string(),
});

export const sample = z.object({ sample_id: z.string(), duration_seconds: z.number(), transcript: z.string() });

/** Consent as stored. */
export const storedConsent = z.object({
  user_uuid: z.string().nullable().default(null),
  at: z.string().optional(),
  note: z.string().default(''),
});

/** Parameters for synthesising a speaker's voice, as stored. */
export const storedVoice = z.object({
  engine: z.string(),
  voice: z.string(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  method: z.enum(['fitted', 'cloned']),
  similarity: z.number().nullable(),
  basis: z.enum(['measured', 'estimated']).default('estimated'),
  nearest: z.object({ name: z.string(), similarity: z.number() }).nullable().default(null),
});
export type StoredVoice = z.output<typeof storedVoice>;

nameSchemas({
  CustomVoice: speaker,
  CustomVoiceForm: voiceForm,
  CustomVoiceRecordingForm: sampleForm,
  CreatedCustomVoice: createdSpeaker,
  DeployedCustomVoice: deployedSpeaker,
  CustomVoiceUses: users,
  CustomVoiceUse: named,
  CustomVoiceDataset: dataset,
  CustomVoiceRecording: sample,
});
