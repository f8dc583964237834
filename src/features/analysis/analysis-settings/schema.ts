import { z } from 'zod';
import { withDefault } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const address = 'must be an http or https address';
const serverUrl = z
  .url({ protocol: /^https?$/, error: address })
  .max(2000, 'must have at most 2,000 characters')
  .nullable()
  .describe('An http or https address; null for none.');

/** The language model of a stage: that of the installation, or a separate server. */
const provider = z.enum(['platform', 'vllm'], { error: 'must be platform or vllm' });

const stage = z.object({
  enabled: z.boolean(),
  provider: provider.describe(
    '`platform` asks the language model of the installation; `vllm` asks the server of `vllm_endpoint`.',
  ),
  vllm_endpoint: serverUrl,
});

export const routing = z.object({
  stt_model: z.enum(['gpu', 'speech_a']).describe('`gpu` is the embedded recogniser.'),
  diarization_url: serverUrl,
  translation: stage,
  custom_analysis: stage,
});
export type Routing = z.output<typeof routing>;
export type Stage = Routing['custom_analysis'];

export const off: Stage = { enabled: false, provider: 'platform', vllm_endpoint: null };

/** Omitted fields are unchanged, also inside a stage. `null` restores the default. */
export const routingPatch = z.object({
  stt_model: withDefault(z.enum(['gpu', 'speech_a'], { error: 'must be gpu or speech_a' }), 'gpu'),
  diarization_url: serverUrl.optional(),
  translation: withDefault(stage.partial(), off),
  custom_analysis: withDefault(stage.partial(), off),
});
export type RoutingPatch = z.output<typeof routingPatch>;

export const settings = z.object({
  redaction: z
    .boolean()
    .describe(
      'Whether card, account, social security and security numbers and PINs are removed from transcripts and served audio.',
    ),
});
export const settingsPatch = settings.partial();
export type OrganisationSettings = z.output<typeof settings>;

nameSchemas({
  AnalysisRouting: routing,
  AnalysisRoutingPatch: routingPatch,
  AnalysisSettings: settings,
  AnalysisSettingsPatch: settingsPatch,
});
