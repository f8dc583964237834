import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { StoredFile, UploadQuota } from '../../../files/index.ts';
import { type ClipsOptions, clipRules, createClips, type Refused, sampleRules, type Upload } from './clips.ts';
import { type NewSpeaker, type Speaker, type StoredVoice, storedConsent, storedVoice, type Users } from './schema.ts';
import type { SampleRow, SpeakerRow, SpeakerStore } from './store.ts';
import { makeVoice, type VoiceMakingOptions } from './voice-making.ts';

export interface SpeakersOptions extends ClipsOptions, VoiceMakingOptions {
  readonly store: SpeakerStore;
  /** The clips count in it. */
  readonly uploadQuota: UploadQuota;
  /** Creates the audition clip of a deployed voice. */
  readonly audition: (organisation: OrganisationId, speaker: SpeakerRow) => Promise<void>;
  /** Deletes the audition clip. */
  readonly withdrawAudition: (organisation: OrganisationId, speaker: SpeakerRow) => Promise<void>;
  /** Returns the agents and campaigns that speak with a voice. */
  readonly usersOf: (organisation: OrganisationId, name: string) => Promise<Users>;
  /** Returns the names of the voices available to everybody. */
  readonly stockNames: () => readonly string[];
  readonly now: () => Date;
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

/** Voices of an organisation, made from recordings of people who gave consent. */
export function createSpeakers(options: SpeakersOptions): Speakers {
  const { store, files, uploadQuota, voiceModels, now } = options;
  const clips = createClips(options);
  const overQuota: Refused = {
    refused: 'conflict',
    detail: `Your organisation has reached its quota of ${Math.floor(uploadQuota.bytes / 2 ** 20)} MiB for uploaded recordings and clips of voices. Delete some first.`,
  };

  return {
    add: (organisation, userUuid, upload) =>
      clips.take(upload, async (file) => {
        const speaker = await upload.fields();
        const exists: Refused = { refused: 'conflict', detail: `A voice with the name ${speaker.name} exists.` };
        if (options.stockNames().includes(speaker.name) || (await store.get(organisation, speaker.name))) return exists;
        if ((await uploadQuota.left(organisation)) < file.sizeBytes) return overQuota;
        const clip = await clips.examined(file, clipRules);
        if ('refused' in clip) return clip;
        const uuid = randomUUID();
        const result = await makeVoice(options, speaker, uuid, clip);
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
      clips.take(upload, async (file) => {
        const transcript = await upload.transcript();
        if ((await uploadQuota.left(organisation)) < file.sizeBytes) return overQuota;
        const clip = await clips.examined(file, sampleRules);
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
