import { randomUUID } from 'node:crypto';
import type { FittedVoice, VoiceFitting, VoiceLikeness, VoiceMeasure } from '../../../../media/index.ts';
import type { ReadClip } from '../../../audio/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { type FileStore, type IncomingFile, kindOf, type StoredFile, type UploadQuota } from '../../../files/index.ts';
import { type NewSpeaker, type Speaker, type StoredVoice, storedConsent, storedVoice, type Users } from './schema.ts';
import type { SampleRow, SpeakerRow, SpeakerStore } from './store.ts';
import type { VoiceModels } from './voice-models.ts';

/** Analysis of clips and fitting of voices, by the media plane. */
interface Fitting extends VoiceFitting {
  /** Engine whose voices are fitted. */
  readonly engine: string;
  writeWav(clip: { readonly samples: Float32Array; readonly rateHz: number }): Uint8Array;
}

export interface SpeakersOptions {
  readonly store: SpeakerStore;
  readonly files: FileStore;
  /** The clips count in it. */
  readonly uploadQuota: UploadQuota;
  readonly readClip: ReadClip;
  readonly fitting: () => Promise<Fitting>;
  /**
   * Analyses clips. Returns `busy` if too many are waiting, and `missing` if its models are not installed; fits are
   * then estimated.
   */
  readonly likeness: <T>(
    work: (likeness: Pick<VoiceLikeness, 'fit' | 'hasTwoVoices'>, signal: AbortSignal) => Promise<T>,
  ) => Promise<T | 'busy' | 'missing'>;
  /** Creates the audition clip of a deployed voice. */
  readonly audition: (organisation: OrganisationId, speaker: SpeakerRow) => Promise<void>;
  /** Deletes the audition clip. */
  readonly withdrawAudition: (organisation: OrganisationId, speaker: SpeakerRow) => Promise<void>;
  /** If absent, the embedded voice is fitted to the clip. */
  readonly voiceModels?: VoiceModels;
  /** Returns the agents and campaigns that speak with a voice. */
  readonly usersOf: (organisation: OrganisationId, name: string) => Promise<Users>;
  /** Returns the names of the voices available to everybody. */
  readonly stockNames: () => readonly string[];
  readonly now: () => Date;
  /** Defaults to 20 s. */
  readonly longestFitMs?: number;
}

export interface Upload {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly expectedBytes: number | undefined;
}

/** Reason why nothing was stored. */
export interface Refused {
  readonly refused: 'bad_request' | 'conflict' | 'unavailable';
  readonly detail: string;
}

export interface Speakers {
  /** `fields` is called once the bytes have been read. */
  add(
    organisation: OrganisationId,
    userUuid: string | undefined,
    upload: Upload & { readonly fields: () => Promise<NewSpeaker> },
  ): Promise<{ readonly speaker: SpeakerRow; readonly message: string } | Refused>;
  addSample(
    organisation: OrganisationId,
    speaker: SpeakerRow,
    upload: Upload & { readonly transcript: () => Promise<string> },
  ): Promise<SampleRow | Refused>;
  get: SpeakerStore['get'];
  list: SpeakerStore['list'];
  samples: SpeakerStore['samples'];
  reference(speaker: SpeakerRow): Promise<StoredFile | undefined>;
  deploy(organisation: OrganisationId, speaker: SpeakerRow): Promise<string>;
  undeploy(organisation: OrganisationId, speaker: SpeakerRow): Promise<void>;
  /** Returns the agents and campaigns that have lost the voice. */
  remove(organisation: OrganisationId, speaker: SpeakerRow): Promise<Users>;
  removeSamples(organisation: OrganisationId, speaker: SpeakerRow): Promise<void>;
}

/** Limit for a clip, and for a sample of a dataset. */
export const maxClipBytes = 20 * 2 ** 20;
export const clipTooLarge = `The clip is larger than ${maxClipBytes / 2 ** 20} MiB.`;
const clipRules = { leastSeconds: 6, mostSeconds: 60, leastSpeechSeconds: 4 };
const sampleRules = { leastSeconds: 5, mostSeconds: 30, leastSpeechSeconds: 2 };
/** Servers accept at most 30 s, and use about 15. */
const sentSeconds = 15;
const rateHz = 16_000;

/** A fit stops improving after about 8 s on a free core. */
const longestFitMs = 20_000;

/** A usable clip. */
interface Heard {
  readonly samples: Float32Array;
  readonly measure: VoiceMeasure;
  readonly fitting: Fitting;
}

const busy: Refused = {
  refused: 'unavailable',
  detail: 'The server is listening to other clips. Retry in a minute.',
};
const badRequest = (detail: string): Refused => ({ refused: 'bad_request', detail });

async function fitted(options: SpeakersOptions, { samples, measure, fitting }: Heard): Promise<FittedVoice | Refused> {
  const fit = await options.likeness((likeness, signal) =>
    likeness.fit(
      samples,
      measure,
      AbortSignal.any([signal, AbortSignal.timeout(options.longestFitMs ?? longestFitMs)]),
    ),
  );
  if (fit === 'busy') return busy;
  return fit === 'missing' ? fitting.fitVoice(measure) : fit;
}

/** Voices of an organisation, made from recordings of people who gave consent. */
export function createSpeakers(options: SpeakersOptions): Speakers {
  const { store, files, uploadQuota, voiceModels, now } = options;
  const overQuota: Refused = {
    refused: 'conflict',
    detail: `Your organisation has reached its quota of ${Math.floor(uploadQuota.bytes / 2 ** 20)} MiB for uploaded recordings and clips of voices. Delete some first.`,
  };

  /** Reads a stored clip. Returns what is wrong with it, if anything. */
  async function examined(file: IncomingFile, rules: typeof clipRules) {
    const kind = await kindOf(file);
    if (kind?.mimeType !== 'audio/wav' && kind?.mimeType !== 'audio/mpeg')
      return badRequest('The clip must be a WAV or MP3 file.');
    await file.keep();
    const clip = await (await files.find(file.digest))?.withPath((path) =>
      options.readClip(path, new AbortController().signal),
    );
    if (clip === undefined || clip.kind === 'fault') {
      const why = clip?.code === 'too_long' ? `is longer than ${rules.mostSeconds} s` : 'cannot be read as audio';
      return badRequest(`The clip ${why}.`);
    }
    const fitting = await options.fitting();
    const measure = await fitting.measureVoice(clip.samples);
    const complaint = fitting.complaintAbout(measure, rules);
    if (complaint !== undefined) return badRequest(complaint);
    const { samples } = clip;
    const isTwo = await options.likeness((likeness) => likeness.hasTwoVoices(samples));
    if (isTwo === 'busy') return busy;
    if (isTwo === true) return badRequest('The clip has the voices of two people. Send a recording of one person.');
    return { ...clip, measure, fitting, mimeType: kind.mimeType };
  }

  /** A file that no row refers to is deleted at once. */
  async function takenSample<T extends object>(
    upload: Upload,
    use: (file: IncomingFile) => Promise<T | Refused>,
  ): Promise<T | Refused> {
    const source = { bytes: upload.bytes, maxBytes: maxClipBytes };
    const { expectedBytes } = upload;
    let digest: string | undefined;
    const result = await files.take(expectedBytes === undefined ? source : { ...source, expectedBytes }, (file) => {
      digest = file.digest;
      return use(file);
    });
    if (result.kind === 'too_large') return badRequest(clipTooLarge);
    if (result.kind === 'no_room') return { refused: 'unavailable', detail: 'The disk is full.' };
    if ('refused' in result.value && digest !== undefined) await files.removeUnheld([digest]);
    return result.value;
  }

  async function createdVoice(
    speaker: NewSpeaker,
    uuid: string,
    clip: Heard,
  ): Promise<{ readonly voice: StoredVoice; readonly message: string } | Refused> {
    if (voiceModels !== undefined) {
      const cut = clip.samples.slice(0, sentSeconds * rateHz);
      const wav = clip.fitting.writeWav({ samples: cut, rateHz });
      const cloned = await voiceModels.create(`parley-${uuid}`, wav, uuid);
      if ('refused' in cloned) return badRequest(cloned.refused);
      return {
        voice: {
          engine: 'voice_models',
          voice: cloned.voice,
          method: 'cloned',
          ...(cloned.parameters === undefined
            ? {}
            : { parameters: { ...cloned.parameters, languageCode: speaker.language } }),
          similarity: null,
          basis: 'measured',
          nearest: null,
        },
        message: 'The voice was cloned. Deploy it to let agents speak with it.',
      };
    }
    if (speaker.language.split('-')[0]?.toLowerCase() !== 'en')
      return {
        refused: 'unavailable',
        detail: `Cloning in ${speaker.language} is not configured: set VOICE_MODELS_BASE_URL. Without it, English can be fitted.`,
      };
    const fit = await fitted(options, clip);
    if ('refused' in fit) return fit;
    const { base, parameters, similarity, basis, nearest } = fit;
    return {
      voice: { engine: clip.fitting.engine, voice: base, parameters, method: 'fitted', similarity, basis, nearest },
      message:
        `The embedded voice was fitted to the clip. It resembles the speaker and does not imitate them: ${basis} similarity ${similarity.toFixed(2)}, ` +
        `nearest stock voice (${nearest.name}) ${nearest.similarity.toFixed(2)}. Deploy it to let agents speak with it.`,
    };
  }

  return {
    add: (organisation, userUuid, upload) =>
      takenSample(upload, async (file) => {
        const speaker = await upload.fields();
        const exists: Refused = { refused: 'conflict', detail: `A voice with the name ${speaker.name} exists.` };
        if (options.stockNames().includes(speaker.name) || (await store.get(organisation, speaker.name))) return exists;
        if ((await uploadQuota.left(organisation)) < file.sizeBytes) return overQuota;
        const clip = await examined(file, clipRules);
        if ('refused' in clip) return clip;
        const uuid = randomUUID();
        const result = await createdVoice(speaker, uuid, clip);
        if ('refused' in result) return result;
        const row = {
          uuid,
          name: speaker.name,
          language: speaker.language,
          description: speaker.description,
          deployed: false,
          voiceSampleUuid: null,
          voice: result.voice,
          mimeType: clip.mimeType,
          sizeBytes: file.sizeBytes,
          digest: file.digest,
          consent: { user_uuid: userUuid ?? null, at: now().toISOString(), note: speaker.consent },
          createdAt: now().toISOString(),
        };
        const added = await store.add(organisation, row);
        if (added === 'added') return { speaker: { ...row, organisationId: organisation }, message: result.message };
        if (result.voice.method === 'cloned') await voiceModels?.remove(result.voice.voice);
        return added === 'over_quota' ? overQuota : exists;
      }),
    addSample: (organisation, speaker, upload) =>
      takenSample(upload, async (file) => {
        const transcript = await upload.transcript();
        if ((await uploadQuota.left(organisation)) < file.sizeBytes) return overQuota;
        const clip = await examined(file, sampleRules);
        if ('refused' in clip) return clip;
        const sample = {
          uuid: randomUUID(),
          speakerUuid: speaker.uuid,
          transcript,
          digest: file.digest,
          sizeBytes: file.sizeBytes,
          durationMs: Math.round(clip.seconds * 1000),
          createdAt: now().toISOString(),
        };
        if (!(await store.addSample(organisation, sample))) return overQuota;
        return { ...sample, organisationId: organisation };
      }),
    get: store.get,
    list: store.list,
    samples: store.samples,
    reference: (speaker) => files.find(speaker.digest),
    async deploy(organisation, speaker) {
      const uuid = speaker.voiceSampleUuid ?? randomUUID();
      await store.change(organisation, speaker.uuid, { deployed: true, voiceSampleUuid: uuid });
      await options.audition(organisation, speaker);
      return uuid;
    },
    async undeploy(organisation, speaker) {
      await store.change(organisation, speaker.uuid, { deployed: false, voiceSampleUuid: null });
      await options.withdrawAudition(organisation, speaker);
    },
    async remove(organisation, speaker) {
      const users = await options.usersOf(organisation, speaker.name);
      await options.withdrawAudition(organisation, speaker);
      await files.removeUnheld(await store.remove(organisation, speaker.uuid));
      const { method, voice } = voiceOf(speaker);
      if (method === 'cloned') await voiceModels?.remove(voice);
      return users;
    },
    async removeSamples(organisation, speaker) {
      await files.removeUnheld(await store.removeSamples(organisation, speaker.uuid));
    },
  };
}

export const voiceOf = ({ voice }: Pick<SpeakerRow, 'voice'>): StoredVoice => storedVoice.parse(voice);

export function toJson(row: SpeakerRow): Speaker {
  const { method, similarity, basis, nearest } = voiceOf(row);
  const { note, at = row.createdAt, user_uuid } = storedConsent.parse(row.consent);
  return {
    name: row.name,
    language: row.language,
    description: row.description,
    deployed: row.deployed,
    ...(row.voiceSampleUuid === null ? {} : { voice_sample_uuid: row.voiceSampleUuid }),
    created_at: row.createdAt,
    method,
    similarity,
    similarity_basis: similarity === null ? null : basis,
    nearest_stock_voice: nearest,
    consent: { note, at, user_uuid },
  };
}
