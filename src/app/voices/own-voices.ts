import type { openVoiceLikeness } from '../../../media/index.ts';
import type { OwnVoice } from '../../../media/ports.ts';
import { createClipReader, createStereoReader } from '../../audio/index.ts';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import { createVoiceUse } from '../../features/agents/agents/index.ts';
import { createVoiceSampleStore, createVoiceSamples } from '../../features/voices/voice-samples/index.ts';
import {
  createSpeakerStore,
  createSpeakers,
  createVoiceModels,
  type SpeakerRow,
  voiceOf,
} from '../../features/voices/voices/index.ts';
import type { FileReferences, FileStore, UploadQuota } from '../../files/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Log } from '../../log.ts';
import type { MediaLink } from '../platform/media-link.ts';
import { createSharedSpeech } from './shared-speech.ts';

export interface OwnVoicesOptions {
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
  readonly openLikeness?: typeof openVoiceLikeness;
}

/** Longer clips are rejected during decoding. */
const maxClipSeconds = 90;

const mediaPlane = () => import('../../../media/index.ts');

async function fitting() {
  const { openVoiceFitting, writeWav } = await mediaPlane();
  return { ...(await openVoiceFitting()), writeWav };
}

async function readLatents(answer: unknown) {
  const { clonedSpeaker, packLatents } = await mediaPlane();
  const latents = clonedSpeaker.safeParse(answer).data;
  return latents && packLatents(latents);
}

/** Opens the custom voices of organisations and the clips in which all voices can be listened to. */
export function openOwnVoices(options: OwnVoicesOptions) {
  const { database, files, references, uploadQuota, media, jobs, log, now, longestFitMs } = options;
  const { modelsDir, executionProviders, speechServers: servers } = options.config.media;
  const server = servers?.voice_models;
  const store = createSpeakerStore(database, references, uploadQuota);
  const deployedOf = async (organisation: OrganisationId): Promise<SpeakerRow[]> =>
    (await store.list(organisation)).filter(({ deployed }) => deployed);
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

  return {
    samples,
    speakers,
    deployedOf,
    list: store.list,
    /** Returns a voice of this name, even if withdrawn. */
    async named(organisation: OrganisationId, name: string): Promise<OwnVoice | undefined> {
      const row = await store.get(organisation, name);
      return row && spokenBy(row);
    },
    close: likeness.close,
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
