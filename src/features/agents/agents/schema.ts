import { z } from 'zod';
import { versionNote } from '../../../http/edits.ts';
import { flag, languageCode, lineOf, oneLine, pageQuery, uuid, visibleLines } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { passRate, proofResult } from '../../../versions/index.ts';
import { builtInSwitches } from './built-in-switches.ts';
import { languageMeasure } from './language-measures.ts';
import { storedTool } from './tool-calling.ts';
import { toolsInput } from './tool-input.ts';

export const agentUuid = z.object({ uuid: z.uuid() });

export const standard = { languageCode: 'en-US', maxCallSeconds: 1800 } as const;

const atMost = (most: number) => z.string().max(most, `must have at most ${most} characters`);

/** A text that an agent speaks in one go. */
const spoken = z.string().transform(oneLine).pipe(atMost(1000)).meta({ maxLength: 1000 });

const name = lineOf(120);

const provider = z.enum(['platform', 'speech_a', 'speech_b']);

const voiceConfigInput = z.object({
  provider: provider.default('platform'),
  speaker: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the name of a voice: lower case, with hyphens'),
  language_code: languageCode.default(standard.languageCode),
});

const languages = z
  .array(languageCode)
  .min(1, 'must have at least one language')
  .max(10, 'must have at most 10 languages')
  .transform((codes) => [...new Set(codes)]);

const turnInput = z.object({
  endpointing_ms: z.number().int().min(0).max(5000).nullable().default(null),
  min_interrupt_words: z.number().int().min(1).max(10).nullable().default(null),
  allow_interruptions: z.boolean().default(true),
});

const documentIds = z
  .array(uuid)
  .max(1000, 'must have at most 1,000 documents')
  .transform((uuids) => [...new Set(uuids)]);

const maxCallSeconds = z.number().int().min(10).max(14_400);

const voicemailInput = z
  .object({
    action: z.enum(['hangup', 'leave_message']),
    message: spoken.nullable().default(null),
    screening: spoken.nullable().optional().meta({
      description:
        'One sentence with name and reason, said to a robot that screens the call for a person. Null: the names of the agent and the business.',
    }),
  })
  .refine(({ action, message }) => action === 'hangup' || Boolean(message), {
    path: ['message'],
    message: 'must hold the message to leave',
  });

const builtInInput = builtInSwitches.meta({
  description:
    'Whether the agent has each tool without an endpoint. A tool that is off is not offered to the language model, and the embedded agent does not use it either. One that is not named has its default. Null: the defaults.',
});

export const agentModel = z.object({
  uuid: z.uuid().toLowerCase(),
  fallback_uuid: z.uuid().toLowerCase().nullable().default(null),
  temperature: z.number().min(0).max(2).nullable().default(null),
  speculation: z.enum(['always', 'sure', 'never'], { error: 'must be always, sure or never' }).default('always'),
});
export type AgentModel = z.output<typeof agentModel>;

const modelInput = agentModel
  .refine((model) => model.uuid !== model.fallback_uuid, {
    path: ['fallback_uuid'],
    message: 'must be another model than uuid',
  })
  .meta({
    description:
      'The language model of the agent: `uuid` and `fallback_uuid` of `GET /api/settings/models`. If both fail, the embedded agent replies. `speculation`: whether a reply is prepared before it is certain that the caller has finished; `sure` waits for words that sound finished, `never` saves tokens and costs time. Null: the default of the organisation, or the model of the installation.',
  });

/** Null restores the default. */
const settable = {
  persona_prompt: z
    .string()
    .transform(visibleLines)
    .pipe(atMost(20_000))
    .meta({ maxLength: 20_000 })
    .nullable()
    .optional(),
  greeting: lineOf(1000).nullable().optional(),
  languages: languages.nullable().optional(),
  turn: turnInput.nullable().optional(),
  tools: toolsInput.nullable().optional(),
  built_in_tools: builtInInput.nullable().optional(),
  knowledge_document_ids: documentIds.nullable().optional(),
  max_call_seconds: maxCallSeconds.nullable().optional(),
  voicemail: voicemailInput.nullable().optional(),
  model: modelInput.nullable().optional(),
  version_note: versionNote,
};

export const newAgent = z.object({ name, voice_config: voiceConfigInput, ...settable });
export type NewAgentBody = z.output<typeof newAgent>;

export const agentPatch = z.object({
  name: name.optional(),
  voice_config: voiceConfigInput.optional(),
  ...settable,
});
export type AgentPatchBody = z.output<typeof agentPatch>;

export const agent = z.object({
  /** Sequential number within the organisation. */
  id: z.number().int(),
  /** The id that a campaign uses as its `voice_agent_id`. */
  uuid: z.string(),
  name: z.string(),
  persona_prompt: z.string(),
  greeting: z.string(),
  voice_config: z.object({ provider, speaker: z.string(), language_code: z.string() }),
  languages: z.array(z.string()),
  turn: z.object({
    endpointing_ms: z.number().nullable(),
    min_interrupt_words: z.number().nullable(),
    allow_interruptions: z.boolean(),
  }),
  tools: z.array(storedTool),
  built_in_tools: builtInSwitches,
  knowledge_document_ids: z.array(z.string()),
  max_call_seconds: z.number().int(),
  voicemail: z
    .object({
      action: z.enum(['hangup', 'leave_message']),
      message: z.string().nullable(),
      screening: z.string().nullable().optional(),
    })
    .nullable(),
  model: agentModel.nullable(),
  created_at: z.string(),
  version: z.number().int().meta({ description: 'The version that new calls use.' }),
  draft_version: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The version that is not published; null if there is none.' }),
});
export type Agent = z.output<typeof agent>;

/** What a version of an agent holds. */
export const agentDefinition = agent.omit({
  id: true,
  uuid: true,
  created_at: true,
  version: true,
  draft_version: true,
});
export type AgentDefinition = z.output<typeof agentDefinition>;

export const agentAnswer = agent.extend({
  /** Says that the voice was deleted, and that another one speaks instead; null otherwise. */
  status_reason: z.string().nullable(),
  language_measures: z.array(languageMeasure).meta({
    description: 'What was measured of the recognition of each language of the agent.',
  }),
  model_trouble: z.object({ at: z.string(), detail: z.string(), call_uuid: z.string() }).nullable().meta({
    description:
      'Why the language model failed in three of ten turns of a call. Null after a change of the model or a successful test of it.',
  }),
});
export type AgentAnswer = z.output<typeof agentAnswer>;

export const publishedAgent = agentAnswer.extend({
  proof: proofResult.nullable().meta({
    description: 'The latest proof of the version: pass^k before and after. Null if it was not proved.',
  }),
});

export const agentQuery = pageQuery;

export const draftQuery = z.object({
  draft: flag.meta({ description: 'Whether the draft is meant, which is not published.' }),
});
/** Why a version is not published. */
export const publishConflict =
  'Another version is current than the one of `If-Match`, a split test is in progress, or the version did not pass the suite of the agent.';

export const publishing = z.object({ version_note: versionNote }).prefault({});

export const agentList = z.object({
  agents: z.array(agentAnswer),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

nameSchemas({
  Agent: agentAnswer,
  AgentList: agentList,
  NewAgent: newAgent,
  AgentPatch: agentPatch,
  AgentTool: storedTool,
  PassRate: passRate,
  ProofResult: proofResult,
  PublishedAgent: publishedAgent,
});
