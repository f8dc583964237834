import { z } from 'zod';

/** `gpu`: the recognisers of this installation. `speech_a`: the speech provider of this name. */
const sttModel = z.enum(['gpu', 'speech_a']);

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

const stagePatch = z.object({ enabled: z.boolean().optional(), url: endpoint.nullable().optional() });

export const modelRoutingPatch = z.object({
  stt_model: sttModel.optional(),
  diarization: stagePatch.optional(),
  embedding: stagePatch.optional(),
  vllm: stagePatch.optional(),
});
export type ModelRoutingPatch = z.output<typeof modelRoutingPatch>;

const stage = z.object({ enabled: z.boolean(), url: z.string().nullable() });

export const modelRouting = z.object({ stt_model: sttModel, diarization: stage, embedding: stage, vllm: stage });
modelRouting.register(z.globalRegistry, { id: 'ModelRouting' });
export type ModelRouting = z.output<typeof modelRouting>;

export const stages = ['diarization', 'embedding', 'vllm'] as const;
