import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../data/index.ts';
import { createStageTrials, type ModelRoutings, tryLanguageModel } from '../../features/voices/model-routing/index.ts';
import {
  createPronunciationStore,
  createPronunciations,
  registerPronunciationRoutes,
} from '../../features/voices/pronunciations/index.ts';
import type { MediaLink } from '../platform/media-link.ts';
import { createSharedSpeech } from './shared-speech.ts';

export interface SpeechOnRequestOptions {
  readonly config: Pick<Config, 'media'>;
  readonly database: Database;
  readonly media: Pick<MediaLink, 'listSpeakers'>;
  readonly modelRouting: ModelRoutings;
  readonly now: () => Date;
}

const mediaPlane = () => import('../../../media/index.ts');

/** Opens what runs speech models outside of calls: trials of the stages, and pronunciations that are listened to. */
export function openSpeechOnRequest({ config, database, media, modelRouting, now }: SpeechOnRequestOptions) {
  const { modelsDir, executionProviders, speechServers: servers } = config.media;
  const speech = createSharedSpeech({
    open: async () => (await mediaPlane()).openVoiceSpeech({ modelsDir, executionProviders, servers }),
  });
  const trials = createStageTrials({
    routings: modelRouting,
    speak: (provider) => speech.use((open, signal) => open.tryVoice({ provider }, signal)),
    recognise: (recogniser) =>
      speech.use((open, signal) => open.tryRecogniser(recogniser === undefined ? {} : { recogniser }, signal)),
    languageModel: (address) => tryLanguageModel(address, () => performance.now()),
    model: (stage) =>
      speech.use((open, signal) => {
        if (stage === 'end_of_turn') return open.tryEndOfTurn(signal);
        return stage === 'embedding' ? open.tryEmbedding(signal) : open.tryVoiceActivity(signal);
      }),
  });
  const pronunciations = createPronunciations({
    store: createPronunciationStore(database),
    now,
    readPhonemes: async (phonemes) => (await mediaPlane()).readPhonemes(phonemes),
    async speak(text, { speaker, pronunciations: given }) {
      const accepting = media.listSpeakers().filter((each) => each.acceptsPronunciations);
      const voice = speaker === undefined ? accepting[0] : accepting.find(({ name }) => name === speaker);
      if (voice === undefined) return 'voice_unknown';
      const spoken = { speaker: voice.name, languageCode: voice.languageCodes[0] ?? 'en', pronunciations: given };
      const clip = await speech.use((open, signal) => open.speak(text, { ...spoken, rateHz: 16_000 }, signal));
      return clip === 'busy' ? clip : (await mediaPlane()).writeWav(clip);
    },
  });

  return {
    trials,
    pronunciations,
    routes: (app: FastifyInstance) => registerPronunciationRoutes(app, pronunciations),
    close: speech.close,
  };
}
