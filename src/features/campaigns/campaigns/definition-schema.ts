import { z } from 'zod';
import { timeZone } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { builtInSwitches, namedSwitches } from '../../agents/index.ts';
import { scriptBranch } from './branch-schema.ts';

const scriptQuestion = z.object({
  id: z.string().min(1),
  ask: z.string().min(1),
  kind: z.enum(['text', 'name', 'date', 'time', 'datetime', 'phone', 'email', 'number', 'yes_no', 'choice']),
  choices: z.array(z.string()).exactOptional(),
  retry: z.string().exactOptional(),
  confirm: z.string().exactOptional(),
});

export const scriptGoal = z.object({
  id: z.string().min(1),
  /** Empty: only a branch leads to this step. */
  examples: z.array(z.string().min(1)).default([]),
  intro: z.string().exactOptional(),
  /** What a language model must do in this step, beyond its questions. */
  instructions: z.string().exactOptional(),
  questions: z.array(scriptQuestion).default([]),
  /** Tool that runs once the questions are answered. By default the one with the id of the goal. */
  tool: z.string().min(1).exactOptional(),
  /** Tools that a language model has in this step. All by default. */
  tools: z.array(z.string().min(1)).exactOptional(),
  /** Said where the goal ends without a branch. */
  done: z.string().default(''),
  next: z.array(scriptBranch).max(20).exactOptional(),
});

export const tool = z.object({
  name: z.string().min(1),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** `read`: it starts with its announcement. By default it starts once the announcement was heard. */
  effect: z.enum(['read', 'write']).exactOptional(),
  /** Spoken if the model calls it without words. */
  announcement: z.string().max(300).exactOptional(),
});

/** Dialling settings of an outbound flow. */
const dialer = z.object({
  /** Limit of concurrent calls of this campaign. */
  max_concurrent_calls: z.number().int().min(1).max(500).default(10),
  /** Defaults to the provider's pace. */
  calls_per_second: z.number().min(0.01).max(100).exactOptional(),
  /** Limit for one contact. */
  max_attempts: z.number().int().min(1).max(10).default(3),
  /** Minutes until the next attempt, by the result of the last one. */
  retry_minutes: z
    .object({
      busy: z.number().int().min(1).max(43_200).default(15),
      no_answer: z.number().int().min(1).max(43_200).default(120),
      failed: z.number().int().min(1).max(43_200).default(30),
    })
    .prefault({}),
});

export type DialerConfig = z.output<typeof dialer>;

/** Agent settings of a flow: the keys of the API and the script. Unknown keys belong to the client and are kept. */
export const flowConfig = z.looseObject({
  persona_prompt: z.string().default(''),
  recording_disclosure: z.string().exactOptional(),
  /** The disclosure is played first, in full, and cannot be interrupted. */
  recording_disclosure_required: z.boolean().exactOptional(),
  guardrails: z.array(z.string()).default([]),
  agent_name: z.string().min(1).default('Parley'),
  business_name: z.string().min(1),
  greeting: z.string().min(1),
  goodbye: z.string().min(1).default('Thank you for calling. Goodbye.'),
  timezone: timeZone.default('UTC'),
  goals: z.array(scriptGoal).default([]),
  transfer_targets: z.array(z.string()).default([]),
  tools: z.array(tool).default([]),
  built_in_tools: z.preprocess(namedSwitches, builtInSwitches),
  opening_goal: z.string().exactOptional(),
  /** Words of the options to choose when a placed call reaches a telephone menu, the most wanted first. */
  menu_choices: z.array(z.string().min(1).max(80)).max(10).exactOptional(),
  voicemail_message: z.string().exactOptional(),
  voicemail: z
    .object({
      action: z.enum(['hangup', 'leave_message']),
      message: z.string().min(1).exactOptional(),
      screening: z.string().min(1).exactOptional(),
    })
    .exactOptional(),
  turn: z
    .object({
      endpointing_ms: z.number().int().min(0).max(5000).exactOptional(),
      min_interrupt_words: z.number().int().min(1).max(10).exactOptional(),
      allow_interruptions: z.boolean().default(true),
    })
    .prefault({}),
  limits: z
    .object({
      max_call_seconds: z.number().int().min(10).max(14_400).default(1800),
      silence_prompt_seconds: z.number().min(2).max(120).default(8),
      max_silence_prompts: z.number().int().min(0).max(10).default(2),
      goodbye_drain_ms: z.number().int().min(0).max(60_000).default(10_000),
    })
    .prefault({}),
  line: z
    .object({
      inband_dtmf: z.boolean().default(false),
      comfort_noise_dbfs: z.number().min(-80).max(-50).exactOptional(),
    })
    .prefault({}),
  pace: z.number().min(0.5).max(2).exactOptional(),
  dialer: dialer.prefault({}),
});

export type FlowConfig = z.output<typeof flowConfig>;

/** Parses a stored config. Defaults replace the values that only an older version accepted. */
export function storedConfig(config: Readonly<Record<string, unknown>>): FlowConfig {
  const { timezone, ...others } = config;
  const zone = typeof timezone === 'string' ? zoneNamed(timezone) : undefined;
  const zoned = zone === undefined ? others : { ...others, timezone: zone };
  const parsed = flowConfig.safeParse(zoned);
  if (parsed.success) return parsed.data;
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const valid = Object.fromEntries(Object.entries(zoned).filter(([key]) => !refused.has(key)));
  return flowConfig.parse({ business_name: '-', greeting: 'Hello.', ...valid });
}

nameSchemas({
  ScriptGoal: scriptGoal,
  ScriptBranch: scriptBranch,
  ScriptQuestion: scriptQuestion,
  FlowTool: tool,
});
