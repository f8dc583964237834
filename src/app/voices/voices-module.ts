import type { FastifyInstance } from 'fastify';
import type { openVoiceLikeness } from '../../../media/index.ts';
import type { OwnVoice, VoiceChoice } from '../../../media/ports.ts';
import { createClipReader, createStereoReader } from '../../audio/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import { createVoiceUse } from '../../features/agents/agents/index.ts';
import {
  createModelRouting,
  createModelRoutingStore,
  createStageTrials,
  registerModelRoutingRoutes,
  tryLanguageModel,
} from '../../features/voices/model-routing/index.ts';
import {
  createPronunciationStore,
  createPronunciations,
  registerPronunciationRoutes,
} from '../../features/voices/pronunciations/index.ts';
import {
  createVoiceSampleStore,
  createVoiceSamples,
  registerVoiceSampleRoutes,
} from '../../features/voices/voice-samples/index.ts';
import {
  createSpeakerStore,
  createSpeakers,
  createVoiceModels,
  registerSpeakerModelRoutes,
  type SpeakerRow,
  voiceOf,
} from '../../features/voices/voices/index.ts';
import type { FileReferences, FileStore, UploadQuota } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { MediaLink } from '../platform/media-link.ts';
import { createSharedSpeech } from './shared-speech.ts';

export interface VoicesModuleOptions {
  readonly config: Pick<Config, 'media'>;
  readonly database: Database;
  readonly files: FileStore;
  readonly references: FileReferences;
  readonly uploadQuota: UploadQuota;
  readonly media: Pick<MediaLink, 'listSpeakers'>;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
  readonly longestFitMs?: number;
  /** Whether a stored language model replaces that of the model routing. */
  readonly hasStoredModel: () => Promise<boolean>;
  readonly openLikeness?: typeof openVoiceLikeness;
}

/** Longer clips are rejected during decoding. */
const maxClipSeconds = 90;

/** Opens the registry of recognition and synthesis engines, and the custom voices of organisations. */
export function openVoicesModule(options: VoicesModuleOptions) {
  const { config, database, files, references, uploadQuota, media, jobs, log, now, longestFitMs } = options;
  const modelRouting = createModelRouting(createModelRoutingStore(database), now);
  const mediaPlane = () => import('../../../media/index.ts');
  const { voice_models: server } = config.media.speechServers ?? {};
  const store = createSpeakerStore(database, references, uploadQuota);
  const deployedOf = async (organisation: OrganisationId): Promise<SpeakerRow[]> =>
    (await store.list(organisation)).filter(({ deployed }) => deployed);
  async function fitting() {
    const { openVoiceFitting, writeWav } = await mediaPlane();
    return { ...(await openVoiceFitting()), writeWav };
  }
  const { modelsDir, executionProviders, speechServers: servers } = config.media;
  const samples = createVoiceSamples({
    store: createVoiceSampleStore(database, references),
    files,
    jobs,
    log,
    now,
    async voices(organisation) {
      const deployedVoices = await deployedOf(organisation);
      return [...(await mediaPlane()).listSpeakers(servers), ...deployedVoices.map(sampled)];
    },
    async voicesWithKey() {
      if (servers?.speech_a !== undefined) return [];
      const all = (await mediaPlane()).listSpeakers({ speech_a: { baseUrl: '' } });
      return all.filter(({ provider }) => provider === 'speech_a');
    },
    openSpeech: async () => (await mediaPlane()).openVoiceSpeech({ modelsDir, executionProviders, servers }),
    writeWav: async (clip) => (await mediaPlane()).writeWav(clip),
  });
  const likeness = createSharedSpeech({
    async open() {
      const open = options.openLikeness ?? (await mediaPlane()).openVoiceLikeness;
      return open({ modelsDir, executionProviders });
    },
  });
  async function readLatents(answer: unknown) {
    const { clonedSpeaker, packLatents } = await mediaPlane();
    const latents = clonedSpeaker.safeParse(answer).data;
    return latents && packLatents(latents);
  }
  const speakers = createSpeakers({
    store,
    files,
    uploadQuota,
    now,
    fitting,
    ...(longestFitMs !== undefined && { longestFitMs }),
    async likeness(work) {
      try {
        return await likeness.use(work);
      } catch (error) {
        if ((await mediaPlane()).isFault(error, 'model_missing')) return 'missing';
        throw error;
      }
    },
    audition: (organisation, { name, language }) => samples.audition(organisation, name, language),
    withdrawAudition: (organisation, { name }) => samples.remove(organisation, name),
    stockNames: () => media.listSpeakers().map(({ name }) => name),
    readClip: createClipReader(
      createStereoReader({
        module: async () => (await mediaPlane()).transcriptModules.decode,
        maxSeconds: maxClipSeconds,
      }),
    ),
    ...(server === undefined ? {} : { voiceModels: createVoiceModels(server, readLatents) }),
    usersOf: createVoiceUse(database),
  });
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

  async function ownVoice(organisation: OrganisationId, name: string): Promise<OwnVoice | undefined> {
    const row = await store.get(organisation, name);
    if (row === undefined) return undefined;
    return spokenBy(row);
  }

  return {
    modelRouting,
    pronunciations,
    /** Returns the voices of all engines, then the organisation's deployed ones. */
    async voicesOf(organisation: OrganisationId) {
      const deployedVoices = await deployedOf(organisation);
      return [...media.listSpeakers(), ...deployedVoices.map(listed)];
    },
    /**
     * Returns the languages that calls with a voice of this provider can recognise; undefined where the models cannot
     * be read.
     */
    async recognised(provider: string): Promise<readonly string[] | undefined> {
      const { stt_model: routed } = await modelRouting.get();
      const all = await (await mediaPlane()).listRecognisers({ modelsDir, servers }).catch(() => undefined);
      const used = all?.filter((each) => each.isEmbedded || each.provider === provider || each.provider === routed);
      return used && [...new Set(used.flatMap(({ languages }) => languages))];
    },
    /** Returns the recognisers that calls with a voice of this provider use, the preferred one first. */
    async recognisersOf(provider: string) {
      const { stt_model: routed } = await modelRouting.get();
      const all = (await (await mediaPlane()).listRecognisers({ modelsDir, servers }).catch(() => undefined)) ?? [];
      const rank = (each: (typeof all)[number]): number => {
        if (each.provider === routed) return 0;
        if (each.recognisesOwnCalls && each.provider === provider) return 1;
        return each.isEmbedded ? 2 : 3;
      };
      return all
        .filter((each) => each.languages.length > 0 && (rank(each) < 3 || each.provider === provider))
        .toSorted((a, b) => rank(a) - rank(b));
    },
    /**
     * Returns a function that says that a voice does not exist. A provider without voices is not configured: its calls
     * raise an alarm instead.
     */
    async reasons(organisation: OrganisationId) {
      const createdVoices = (await store.list(organisation)).map(({ name }) => ({ name, provider: 'platform' }));
      const all = [...media.listSpeakers(), ...createdVoices];
      return ({ provider, speaker }: Pick<VoiceChoice, 'speaker'> & { readonly provider: string }): string | null => {
        const ofProvider = all.filter((voice) => voice.provider === provider);
        if (speaker === '' || ofProvider.length === 0 || ofProvider.some(({ name }) => name === speaker)) return null;
        return `The voice "${speaker}" does not exist; another voice speaks instead. Choose a voice.`;
      };
    },
    /** Adds the organisation's own voice of this name, even if withdrawn, and its pronunciations. */
    async voiceFor(organisation: OrganisationId, voice: VoiceChoice): Promise<VoiceChoice> {
      const deployedVoice = voice.provider === 'platform' ? await ownVoice(organisation, voice.speaker) : undefined;
      const lexicon = await pronunciations.lexicon(organisation);
      return {
        ...voice,
        ...(deployedVoice === undefined ? {} : { own: deployedVoice }),
        ...(lexicon.length === 0 ? {} : { pronunciations: lexicon }),
      };
    },
    async close() {
      await Promise.all([speech.close(), likeness.close()]);
    },
    routes(app: FastifyInstance) {
      registerModelRoutingRoutes(app, { routings: modelRouting, trials, hasStoredModel: options.hasStoredModel });
      registerSpeakerModelRoutes(app, speakers);
      registerVoiceSampleRoutes(app, samples);
      registerPronunciationRoutes(app, pronunciations);
    },
  };
}

function spokenBy(row: SpeakerRow): OwnVoice {
  const { engine, voice, parameters } = voiceOf(row);
  return { engine, voice, languageCodes: [row.language], ...(parameters === undefined ? {} : { parameters }) };
}

const sampled = (row: SpeakerRow) => ({
  name: row.name,
  provider: 'platform',
  model: voiceOf(row).engine,
  languageCodes: [row.language],
  ...(row.voiceSampleUuid === null ? {} : { own: { voice: spokenBy(row), sampleUuid: row.voiceSampleUuid } }),
});

const listed = ({ name, language, description }: SpeakerRow) => ({
  name,
  provider: 'platform',
  gender: 'unknown',
  age: 'unknown',
  languageCodes: [language],
  description: description === '' ? 'A voice of this organisation.' : description,
});
