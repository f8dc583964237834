import { t } from '../../language/text.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Prepared } from '../../shared/form/use-draft.ts';
import { type ToolDraft, toolBodyOf, toolDraftOf, toolFields } from './tool-draft.ts';

export type Speculation = NonNullable<Agent['model']>['speculation'];

/** An unsaved agent, in the form of its fields. */
export interface AgentDraft {
  readonly name: string;
  readonly greeting: string;
  readonly persona: string;
  readonly provider: Agent['voice_config']['provider'];
  readonly speaker: string;
  readonly voiceLanguage: string;
  readonly languages: string;
  readonly endpointingMs: number | string;
  readonly minInterruptWords: number | string;
  readonly allowInterruptions: boolean;
  readonly maxCallSeconds: number | string;
  readonly voicemail: 'none' | 'hangup' | 'leave_message';
  readonly voicemailMessage: string;
  readonly screeningReply: string;
  readonly tools: readonly ToolDraft[];
  readonly builtInTools: Agent['built_in_tools'];
  readonly documents: readonly string[];
  /** Empty: the default of the organisation, or the model of the server. */
  readonly model: string;
  readonly fallbackModel: string;
  readonly modelTemperature: number | string;
  readonly speculation: Speculation;
}

/** Returns a draft with the server's first voice. */
export const newDraft = (voices: readonly { readonly name: string }[]): AgentDraft => ({
  name: '',
  greeting: '',
  persona: '',
  provider: 'platform',
  speaker: voices[0]?.name ?? '',
  voiceLanguage: 'en-US',
  languages: '',
  endpointingMs: '',
  minInterruptWords: '',
  allowInterruptions: true,
  maxCallSeconds: 1800,
  voicemail: 'none',
  voicemailMessage: '',
  screeningReply: '',
  tools: [],
  builtInTools: {},
  documents: [],
  model: '',
  fallbackModel: '',
  modelTemperature: '',
  speculation: 'always',
});

export const draftOf = (agent: Agent): AgentDraft => ({
  name: agent.name,
  greeting: agent.greeting,
  persona: agent.persona_prompt,
  provider: agent.voice_config.provider,
  speaker: agent.voice_config.speaker,
  voiceLanguage: agent.voice_config.language_code,
  languages: agent.languages.join(', '),
  endpointingMs: agent.turn.endpointing_ms ?? '',
  minInterruptWords: agent.turn.min_interrupt_words ?? '',
  allowInterruptions: agent.turn.allow_interruptions,
  maxCallSeconds: agent.max_call_seconds,
  voicemail: agent.voicemail?.action ?? 'none',
  voicemailMessage: agent.voicemail?.message ?? '',
  screeningReply: agent.voicemail?.screening ?? '',
  tools: agent.tools.map(toolDraftOf),
  builtInTools: agent.built_in_tools,
  documents: agent.knowledge_document_ids,
  model: agent.model?.uuid ?? '',
  fallbackModel: agent.model?.fallback_uuid ?? '',
  modelTemperature: agent.model?.temperature ?? '',
  speculation: agent.model?.speculation ?? 'always',
});

/** Returns the request body. It contains every field, so that an emptied field resets to its default. */
export function bodyOf(draft: AgentDraft): Prepared<AgentBody> {
  const languages = draft.languages.split(/[\s,;]+/).filter(Boolean);
  const tools: NonNullable<AgentBody['tools']> = [];
  for (const draftTool of draft.tools) {
    const tool = toolBodyOf(draftTool);
    if ('trouble' in tool)
      return {
        ok: false,
        trouble: tool.trouble,
        faults: { [`tools.${tools.length}.parameters`]: t('This is not a JSON object.') },
      };
    tools.push(tool);
  }
  const { provider, speaker, voiceLanguage, voicemail, voicemailMessage, screeningReply } = draft;
  const body: AgentBody = {
    name: draft.name,
    greeting: draft.greeting.trim() === '' ? null : draft.greeting,
    persona_prompt: draft.persona,
    voice_config: { provider, speaker, language_code: voiceLanguage },
    languages: languages.length === 0 ? null : languages,
    turn: {
      endpointing_ms: numberOf(draft.endpointingMs),
      min_interrupt_words: numberOf(draft.minInterruptWords),
      allow_interruptions: draft.allowInterruptions,
    },
    max_call_seconds: numberOf(draft.maxCallSeconds),
    voicemail:
      voicemail === 'none'
        ? null
        : {
            action: voicemail,
            message: voicemail === 'hangup' ? null : voicemailMessage,
            screening: screeningReply.trim() === '' ? null : screeningReply,
          },
    tools,
    built_in_tools: draft.builtInTools,
    knowledge_document_ids: [...draft.documents],
    model: modelOf(draft),
  };
  return { ok: true, body };
}

const modelOf = ({
  model,
  fallbackModel,
  modelTemperature,
  speculation,
}: AgentDraft): NonNullable<AgentBody['model']> | null =>
  model === ''
    ? null
    : {
        uuid: model,
        fallback_uuid: fallbackModel === '' ? null : fallbackModel,
        temperature: numberOf(modelTemperature),
        speculation,
      };

/** Returns the API fields that the form can mark. */
export const shownFields = ({ tools }: AgentDraft): readonly string[] => [
  ...['name', 'greeting', 'persona_prompt', 'voice_config.speaker', 'voice_config.language_code', 'voice_config'],
  ...[
    'languages',
    'turn.endpointing_ms',
    'turn.min_interrupt_words',
    'max_call_seconds',
    'voicemail.message',
    'voicemail.screening',
  ],
  ...['model.uuid', 'model.fallback_uuid', 'model.temperature', 'model'],
  ...tools.flatMap((_, index) => toolFields.map((field) => `tools.${index}.${field}`)),
];

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));
