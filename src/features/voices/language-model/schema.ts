import { z } from 'zod';
import { nameSchemas } from '../../../http/named-schemas.ts';

const baseUrl = z
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
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', examples: ['http://127.0.0.1:11434/v1'] });

export const languageModelBody = z.object({
  base_url: baseUrl,
  model: z.string().trim().min(1, 'must not be empty').max(200).meta({ minLength: 1, pattern: '\\S' }),
  api_key: z
    .string()
    .max(2048)
    .regex(/^[\x21-\x7e]*$/, 'must not contain blanks or characters outside ASCII')
    .nullable()
    .optional()
    .meta({
      description: 'If omitted, the stored key is kept while the address has the same origin. `null` or empty: no key.',
    }),
});
export type LanguageModelBody = z.output<typeof languageModelBody>;

export const languageModel = z.object({
  source: z.enum(['settings', 'model_routing', 'environment', 'none']).meta({
    description:
      '`model_routing`: the model of the server of the stage `vllm`. `environment`: the model of `LLM_BASE_URL`. `none`: the embedded engine answers.',
  }),
  base_url: z.string().nullable().meta({ description: 'Null unless a model is stored.' }),
  model: z.string().nullable(),
  has_api_key: z.boolean(),
  updated_at: z.string().nullable(),
  trouble: z
    .string()
    .nullable()
    .meta({ description: 'The reason why the stored model cannot be used; otherwise null.' }),
});
export type LanguageModelJson = z.output<typeof languageModel>;

export const languageModelTest = z.object({
  ok: z.boolean(),
  latency_ms: z.number().int(),
  first_token_ms: z.number().int().nullable().meta({ description: 'Time to the first piece of the answer.' }),
  answer: z.string().nullable().meta({ description: 'The first 500 characters of the reply.' }),
  error: z.string().nullable(),
  notes: z.array(z.string()).meta({ description: 'What calls with this model must do without, or in another form.' }),
});

nameSchemas({
  LanguageModelSetting: languageModel,
  LanguageModelSettingUpdate: languageModelBody,
  LanguageModelTest: languageModelTest,
});
