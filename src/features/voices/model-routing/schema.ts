import { z } from 'zod';
import { withDefault } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

/** `gpu`: the recognisers of this installation. `speech_a`: the speech provider of this name. */
const sttModel = z.enum(['gpu', 'speech_a'], {
  error: ({ input }) =>
    input === 'speech_b'
      ? 'must be gpu or speech_a. To recognise calls of agents with a voice of speech_b there, set SPEECH_B_STT_CALLS=all'
      : 'must be gpu or speech_a',
});

const endpoint = z
  .string()
  .max(2048)
  .refine(
    (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
    'must be an http:// or https:// address',
  )
  .refine((value) => {
    const { username, password } = URL.canParse(value) ? new URL(value) : { username: '', password: '' };
    return username === '' && password === '';
  }, 'must not contain a user name or password')
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

export const unset = { enabled: false, url: null };

const stagePatch = withDefault(
  z.object({ enabled: z.boolean().optional(), url: endpoint.nullable().optional() }),
  unset,
);

export const modelRoutingPatch = z.object({
  stt_model: withDefault(sttModel, 'gpu'),
  diarization: stagePatch,
  embedding: stagePatch,
  vllm: stagePatch,
});
export type ModelRoutingPatch = z.output<typeof modelRoutingPatch>;

const stage = z.object({ enabled: z.boolean(), url: z.string().nullable() });

export const stages = ['diarization', 'embedding', 'vllm'] as const;

export const modelRouting = z.object({ stt_model: sttModel, diarization: stage, embedding: stage, vllm: stage });
export type ModelRouting = z.output<typeof modelRouting>;

export const describedRouting = modelRouting.extend({
  unused_stages: z.array(z.enum(stages)).optional().meta({
    description:
      'Enabled stages whose server is not used: this version has no use for a server of `diarization` or `embedding`, and a stored language model replaces the server of `vllm`. Omitted if there are none.',
  }),
});
export type DescribedRouting = z.output<typeof describedRouting>;

const provider = z.enum(['platform', 'speech_a', 'speech_b']);

export const stageTrialBody = z.object({
  stage: z.enum(['transcription', 'synthesis', 'voice_activity', 'end_of_turn', 'embedding', 'vllm']),
  provider: provider.optional().meta({
    description:
      'Defaults to the engine of `stt_model` for transcription and to `platform` for synthesis. Ignored for the other stages.',
  }),
});
export type StageTrialBody = z.output<typeof stageTrialBody>;

const ms = z.number().int().nullable();
export const stageTrial = z.object({
  ok: z.boolean(),
  engine: z.string().nullable().meta({ description: 'The engine that processed the request.' }),
  provider: z.string().nullable(),
  voice: z.string().nullable().meta({ description: 'The voice that spoke; null for transcription.' }),
  first_ms: ms.meta({
    description:
      'Milliseconds from the request to the first audio, to the recognised words, or to the verdict. For `voice_activity`, from the beginning of speech to its detection in a call.',
  }),
  total_ms: ms,
  audio_ms: ms.meta({ description: 'Milliseconds of audio that were spoken or recognised; 0 for `embedding`.' }),
  text: z.string().nullable().meta({ description: 'The spoken text.' }),
  heard: z.string().nullable().meta({
    description:
      'The recognised text; the verdict of `voice_activity`, `end_of_turn` and `embedding`; null for synthesis.',
  }),
  fallback: z
    .string()
    .nullable()
    .meta({ description: 'The reason why another engine replaced the requested one; otherwise null.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'The error when every engine failed, with a remedy; otherwise null.' }),
});
export type StageTrialJson = z.output<typeof stageTrial>;

nameSchemas({
  ModelRouting: describedRouting,
  ModelRoutingPatch: modelRoutingPatch,
  StageTrial: stageTrial,
  StageTrialRequest: stageTrialBody,
});
