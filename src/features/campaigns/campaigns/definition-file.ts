import { z } from 'zod';
import { timeZone } from '../../../http/fields.ts';
import { inputAdvice } from '../../../http/input-advice.ts';
import { type OwnConfig, withAgent } from './agent-config.ts';
import { flowConfig, scriptGoal, tool } from './definition-schema.ts';
import { checkScript } from './script-check.ts';

const agent = z.object({
  agentName: z.string().min(1).exactOptional(),
  businessName: z.string().min(1).exactOptional(),
  greeting: z.string().min(1).exactOptional(),
  goodbye: z.string().min(1).exactOptional(),
  personaPrompt: z.string().exactOptional(),
  recordingDisclosure: z.string().exactOptional(),
  guardrails: z.array(z.string()).exactOptional(),
  goals: z.array(scriptGoal).exactOptional(),
  openingGoal: z.string().exactOptional(),
  voicemailMessage: z.string().exactOptional(),
  voicemail: z
    .object({
      action: z.enum(['hangup', 'leave_message']),
      message: z.string().min(1).exactOptional(),
      screening: z.string().min(1).exactOptional(),
    })
    .exactOptional(),
  transferTargets: z.array(z.string()).exactOptional(),
  tools: z.array(tool).exactOptional(),
  languageCode: z.string().min(2).exactOptional(),
  timezone: timeZone.exactOptional(),
});

const limits = z.object({
  maxCallSeconds: z.number().exactOptional(),
  silencePromptSeconds: z.number().exactOptional(),
  maxSilencePrompts: z.number().exactOptional(),
  goodbyeDrainMs: z.number().exactOptional(),
});

/** Fields that a flow without an agent must set. */
const ofAgents = [
  ['voice', 'speaker'],
  ['agent', 'agentName'],
  ['agent', 'businessName'],
  ['agent', 'greeting'],
] as const;

/** A flow in the format of `flow.json`. */
const flowFile = z
  .object({
    uuid: z.uuid(),
    kind: z.enum(['inbound', 'outbound']),
    name: z.string().min(1),
    status: z.enum(['draft', 'active', 'paused', 'completed']).default('draft'),
    provider: z.enum(['platform', 'speech_a', 'speech_b']).default('platform'),
    phone_number: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number')
      .exactOptional(),
    language_code: z.string().min(2).exactOptional(),
    voice_agent_id: z.uuid().exactOptional(),
    voice: z.object({ speaker: z.string().min(1).exactOptional(), pace: z.number().exactOptional() }).prefault({}),
    turn: z
      .object({
        endpointingMs: z.number().exactOptional(),
        minInterruptWords: z.number().exactOptional(),
        allowInterruptions: z.boolean().exactOptional(),
      })
      .prefault({}),
    limits: limits.prefault({}),
    line: z
      .object({ inBandDtmf: z.boolean().exactOptional(), comfortNoiseDbfs: z.number().exactOptional() })
      .prefault({}),
    agent: agent.prefault({}),
    knowledge_dir: z.string().default('knowledge'),
  })
  .superRefine((file, context) => {
    if (file.voice_agent_id !== undefined) return;
    for (const path of ofAgents) {
      const [part, field] = path;
      if (field in file[part]) continue;
      context.addIssue({ code: 'custom', path: [...path], message: 'is required when voice_agent_id is missing' });
    }
  });

type FlowFile = z.output<typeof flowFile>;

/** A flow file in the format of the store. */
export interface FileFlow {
  readonly uuid: string;
  readonly kind: 'inbound' | 'outbound';
  readonly name: string;
  readonly status: 'draft' | 'active' | 'paused' | 'completed';
  readonly provider: string;
  /** Undefined if the file leaves them to the agent. */
  readonly speaker: string | undefined;
  readonly languageCode: string | undefined;
  readonly phoneNumber: string | null;
  readonly voiceAgentUuid: string | null;
  readonly config: OwnConfig;
}

export type FlowFileResult =
  | { readonly ok: true; readonly flow: FileFlow; readonly knowledgeDir: string }
  | { readonly ok: false; readonly wrong: readonly string[] };

/** Parses a `flow.json` and returns every error in it. */
export function parseFlowFile(json: unknown): FlowFileResult {
  const parsed = flowFile.safeParse(json, { error: inputAdvice });
  if (!parsed.success) return { ok: false, wrong: sentences(parsed.error) };
  const file = parsed.data;
  // Fields that the file omits must be absent, not undefined.
  const own = JSON.parse(JSON.stringify(configOf(file))) as OwnConfig;
  const config = flowConfig.safeParse(withAgent(own, file.name, undefined), { error: inputAdvice });
  if (!config.success) return { ok: false, wrong: sentences(config.error) };
  const { faults } = checkScript(config.data.goals, config.data.opening_goal);
  if (faults.length > 0)
    return { ok: false, wrong: faults.map(({ path, message }) => `agent.goals.${path.join('.')}: ${message}`) };
  const flow = {
    uuid: file.uuid,
    kind: file.kind,
    name: file.name,
    status: file.status,
    provider: file.provider,
    speaker: file.voice.speaker,
    languageCode: file.language_code,
    phoneNumber: file.phone_number ?? null,
    voiceAgentUuid: file.voice_agent_id ?? null,
    config: own,
  };
  return { ok: true, flow, knowledgeDir: file.knowledge_dir };
}

const sentences = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);

const configOf = (file: FlowFile): unknown => ({
  persona_prompt: file.agent.personaPrompt,
  recording_disclosure: file.agent.recordingDisclosure,
  guardrails: file.agent.guardrails,
  agent_name: file.agent.agentName,
  business_name: file.agent.businessName,
  greeting: file.agent.greeting,
  goodbye: file.agent.goodbye,
  timezone: file.agent.timezone,
  goals: file.agent.goals,
  opening_goal: file.agent.openingGoal,
  voicemail_message: file.agent.voicemailMessage,
  voicemail: file.agent.voicemail,
  transfer_targets: file.agent.transferTargets,
  tools: file.agent.tools,
  turn: {
    endpointing_ms: file.turn.endpointingMs,
    min_interrupt_words: file.turn.minInterruptWords,
    allow_interruptions: file.turn.allowInterruptions,
  },
  line: { inband_dtmf: file.line.inBandDtmf, comfort_noise_dbfs: file.line.comfortNoiseDbfs },
  limits: {
    max_call_seconds: file.limits.maxCallSeconds,
    silence_prompt_seconds: file.limits.silencePromptSeconds,
    max_silence_prompts: file.limits.maxSilencePrompts,
    goodbye_drain_ms: file.limits.goodbyeDrainMs,
  },
  pace: file.voice.pace,
});
