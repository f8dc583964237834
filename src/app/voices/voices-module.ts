import type { FastifyInstance } from 'fastify';
import type { VoiceChoice } from '../../../media/ports.ts';
import type { OrganisationId } from '../../data/index.ts';
import {
  createModelRouting,
  createModelRoutingStore,
  registerModelRoutingRoutes,
} from '../../features/voices/model-routing/index.ts';
import { registerVoiceSampleRoutes } from '../../features/voices/voice-samples/index.ts';
import { registerSpeakerModelRoutes, type SpeakerRow } from '../../features/voices/voices/index.ts';
import { type OwnVoicesOptions, openOwnVoices } from './own-voices.ts';
import { createRecogniserChoice } from './recogniser-choice.ts';
import { openSpeechOnRequest } from './speech-on-request.ts';

export interface VoicesModuleOptions extends OwnVoicesOptions {
  /** Whether a stored language model replaces that of the model routing. */
  readonly hasStoredModel: () => Promise<boolean>;
}

/** Opens the registry of recognition and synthesis engines, and the custom voices of organisations. */
export function openVoicesModule(options: VoicesModuleOptions) {
  const { config, database, media, now } = options;
  const modelRouting = createModelRouting(createModelRoutingStore(database), now);
  const ownVoices = openOwnVoices(options);
  const { trials, pronunciations, ...speech } = openSpeechOnRequest({ ...options, modelRouting });

  return {
    modelRouting,
    pronunciations,
    ...createRecogniserChoice(config.media, modelRouting),
    /** Returns the voices of all engines, then the organisation's deployed ones. */
    async voicesOf(organisation: OrganisationId) {
      const deployedVoices = await ownVoices.deployedOf(organisation);
      return [...media.listSpeakers(), ...deployedVoices.map(listed)];
    },
    /**
     * Returns a function that says that a voice does not exist. A provider without voices is not configured: its calls
     * raise an alarm instead.
     */
    async reasons(organisation: OrganisationId) {
      const createdVoices = (await ownVoices.list(organisation)).map(({ name }) => ({ name, provider: 'platform' }));
      const all = [...media.listSpeakers(), ...createdVoices];
      return ({ provider, speaker }: Pick<VoiceChoice, 'speaker'> & { readonly provider: string }): string | null => {
        const ofProvider = all.filter((voice) => voice.provider === provider);
        if (speaker === '' || ofProvider.length === 0 || ofProvider.some(({ name }) => name === speaker)) return null;
        return `The voice "${speaker}" does not exist; another voice speaks instead. Choose a voice.`;
      };
    },
    /** Adds the organisation's own voice of this name, even if withdrawn, and its pronunciations. */
    async voiceFor(organisation: OrganisationId, voice: VoiceChoice): Promise<VoiceChoice> {
      const deployedVoice =
        voice.provider === 'platform' ? await ownVoices.named(organisation, voice.speaker) : undefined;
      const lexicon = await pronunciations.lexicon(organisation);
      return {
        ...voice,
        ...(deployedVoice === undefined ? {} : { own: deployedVoice }),
        ...(lexicon.length === 0 ? {} : { pronunciations: lexicon }),
      };
    },
    async close() {
      await Promise.all([speech.close(), ownVoices.close()]);
    },
    routes(app: FastifyInstance) {
      registerModelRoutingRoutes(app, { routings: modelRouting, trials, hasStoredModel: options.hasStoredModel });
      registerSpeakerModelRoutes(app, ownVoices.speakers);
      registerVoiceSampleRoutes(app, ownVoices.samples);
      speech.routes(app);
    },
  };
}

const listed = ({ name, language, description }: SpeakerRow) => ({
  name,
  provider: 'platform',
  gender: 'unknown',
  age: 'unknown',
  languageCodes: [language],
  description: description === '' ? 'A voice of this organisation.' : description,
});
