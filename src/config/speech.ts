import { z } from 'zod';
import type { SpeechServer, SpeechServers } from '../../media/index.ts';
import { taskModels } from '../../models/manifest.ts';

const names = (what: string, shape: RegExp) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => shape.test(part)), `must be a comma-separated list of ${what}`);

/** Environment variables of the speech providers. */
export const speechVariables = <Url extends z.ZodType<string, string>>(url: Url) => ({
  SPEECH_A_BASE_URL: url.optional(),
  SPEECH_A_API_KEY: z.string().optional(),
  SPEECH_A_STT_MODEL: z.string().optional(),
  SPEECH_A_TTS_MODEL: z.string().optional(),
  VOICE_MODELS_BASE_URL: url.optional(),
  VOICE_MODELS_API_KEY: z.string().optional(),
  VOICE_MODELS_MODEL: z.string().optional(),
  VOICE_MODELS_DIALECT: z.enum(['openai', 'xtts'], { error: 'must be openai or xtts' }).optional(),
  MULTILINGUAL_RECOGNISER: z
    .enum([taskModels.multilingual], { error: `must be ${taskModels.multilingual}` })
    .optional(),
  SPEECH_B_BASE_URL: url.optional(),
  SPEECH_B_API_KEY: z.string().optional(),
  SPEECH_B_STT_MODEL: z.string().optional(),
  SPEECH_B_STT_REALTIME: z
    .enum(['openai', 'vllm', 'speaches'], { error: 'must be openai, vllm or speaches' })
    .optional(),
  SPEECH_B_STT_CALLS: z.enum(['other_languages', 'all'], { error: 'must be other_languages or all' }).optional(),
  SPEECH_B_TTS_MODEL: z.string().optional(),
  SPEECH_B_VOICES: names('voices of the server, such as alloy,nova', /^[\w .:/-]{1,64}$/).optional(),
  SPEECH_B_LANGUAGES: names('languages, such as en,de', /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/).optional(),
  SPEECH_B_SAMPLE_RATE: z
    .string()
    .regex(/^\d{4,6}$/, 'must be a rate in Hz, such as 24000')
    .transform(Number)
    .refine((value) => value >= 8000 && value <= 192_000, 'must be a rate from 8000 to 192000 Hz')
    .optional(),
});

type SpeechVariables = {
  readonly [Name in keyof ReturnType<typeof speechVariables>]?: z.output<ReturnType<typeof speechVariables>[Name]>;
};

/** A provider without a URL and a key is not configured. */
export function speechServersOf(env: SpeechVariables): { readonly speechServers?: SpeechServers } {
  const { MULTILINGUAL_RECOGNISER: multilingual } = env;
  const servers: SpeechServers = {
    ...speechA(env),
    ...speechB(env),
    ...voiceModels(env),
    ...(multilingual === undefined ? {} : { multilingual }),
  };
  return Object.keys(servers).length === 0 ? {} : { speechServers: servers };
}

function speechA(env: SpeechVariables): SpeechServers {
  if (env.SPEECH_A_BASE_URL === undefined) return {};
  const server: SpeechServer = {
    baseUrl: env.SPEECH_A_BASE_URL,
    ...(env.SPEECH_A_API_KEY === undefined ? {} : { apiKey: env.SPEECH_A_API_KEY }),
    ...(env.SPEECH_A_STT_MODEL === undefined ? {} : { recognitionModel: env.SPEECH_A_STT_MODEL }),
    ...(env.SPEECH_A_TTS_MODEL === undefined ? {} : { synthesisModel: env.SPEECH_A_TTS_MODEL }),
  };
  return { speech_a: server };
}

function voiceModels(env: SpeechVariables): SpeechServers {
  if (env.VOICE_MODELS_BASE_URL === undefined) return {};
  const server: SpeechServer = {
    baseUrl: env.VOICE_MODELS_BASE_URL,
    ...(env.VOICE_MODELS_API_KEY === undefined ? {} : { apiKey: env.VOICE_MODELS_API_KEY }),
    ...(env.VOICE_MODELS_DIALECT === undefined ? {} : { dialect: env.VOICE_MODELS_DIALECT }),
    ...(env.VOICE_MODELS_MODEL === undefined ? {} : { synthesisModel: env.VOICE_MODELS_MODEL }),
  };
  return { voice_models: server };
}

function speechB(env: SpeechVariables): SpeechServers {
  if (env.SPEECH_B_BASE_URL === undefined) return {};
  const server: SpeechServer = {
    baseUrl: env.SPEECH_B_BASE_URL,
    ...(env.SPEECH_B_API_KEY === undefined ? {} : { apiKey: env.SPEECH_B_API_KEY }),
    ...(env.SPEECH_B_STT_MODEL === undefined ? {} : { recognitionModel: env.SPEECH_B_STT_MODEL }),
    ...(env.SPEECH_B_STT_REALTIME === undefined ? {} : { realtime: env.SPEECH_B_STT_REALTIME }),
    ...(env.SPEECH_B_STT_CALLS === 'all' && { recognisesOwnCalls: true }),
    ...(env.SPEECH_B_TTS_MODEL === undefined ? {} : { synthesisModel: env.SPEECH_B_TTS_MODEL }),
    ...(env.SPEECH_B_VOICES === undefined ? {} : { voices: env.SPEECH_B_VOICES }),
    ...(env.SPEECH_B_LANGUAGES === undefined ? {} : { languages: env.SPEECH_B_LANGUAGES }),
    ...(env.SPEECH_B_SAMPLE_RATE === undefined ? {} : { sampleRateHz: env.SPEECH_B_SAMPLE_RATE }),
  };
  return { speech_b: server };
}
