import { and, asc, eq, type InferSelectModel } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { FileHolder, FileReferences, UploadQuota } from '../../../files/index.ts';

export type SpeakerRow = InferSelectModel<Tables['speakers']>;
export type SampleRow = InferSelectModel<Tables['speakerSamples']>;
type Change = Partial<Pick<SpeakerRow, 'deployed' | 'voiceSampleUuid'>>;

export interface SpeakerStore {
  add(
    organisation: OrganisationId,
    speaker: Omit<SpeakerRow, 'organisationId'>,
  ): Promise<'added' | 'name_taken' | 'over_quota'>;
  get(organisation: OrganisationId, name: string): Promise<SpeakerRow | undefined>;
  /** Oldest first. */
  list(organisation: OrganisationId): Promise<SpeakerRow[]>;
  change(organisation: OrganisationId, uuid: string, change: Change): Promise<void>;
  /** Deletes a voice with its samples. Returns their files. */
  remove(organisation: OrganisationId, uuid: string): Promise<string[]>;
  /** Returns false, and adds nothing, over the quota of uploads. */
  addSample(organisation: OrganisationId, sample: Omit<SampleRow, 'organisationId'>): Promise<boolean>;
  /** Oldest first. */
  samples(organisation: OrganisationId, speakerUuid: string): Promise<SampleRow[]>;
  /** Returns the files that they held. */
  removeSamples(organisation: OrganisationId, speakerUuid: string): Promise<string[]>;
}

const clipOf = (uuid: string): FileHolder => ({ kind: 'speaker', uuid });
const sampleOf = (uuid: string): FileHolder => ({ kind: 'speaker_sample', uuid });

export function createSpeakerStore(
  database: Database,
  references: FileReferences,
  quota: Pick<UploadQuota, 'leftIn'>,
): SpeakerStore {
  const { speakers, speakerSamples } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  async function releaseSamples(
    queries: Parameters<FileReferences['release']>[0],
    speakerUuid: string,
  ): Promise<string[]> {
    const ofVoice = eq(speakerSamples.speakerUuid, speakerUuid);
    const digests: string[] = [];
    for (const { uuid } of await queries.select(speakerSamples, ofVoice))
      digests.push(...(await references.release(queries, sampleOf(uuid))));
    await queries.delete(speakerSamples, ofVoice);
    return digests;
  }

  return {
    add: (organisation, speaker) =>
      of(organisation).tx(async (queries) => {
        if ((await quota.leftIn(queries)) < speaker.sizeBytes) return 'over_quota';
        if ((await queries.insertNew(speakers, [speaker])) === 0) return 'name_taken';
        await references.hold(queries, clipOf(speaker.uuid), speaker.digest);
        return 'added';
      }),
    async get(organisation, name) {
      const [row] = await of(organisation).read.select(speakers, eq(speakers.name, name));
      return row;
    },
    list: (organisation) =>
      of(organisation).read.select(speakers, undefined, { orderBy: [asc(speakers.createdAt), asc(speakers.uuid)] }),
    change: (organisation, uuid, change) =>
      of(organisation).tx(async (queries) => void (await queries.update(speakers, change, eq(speakers.uuid, uuid)))),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => {
        const digests = await releaseSamples(queries, uuid);
        digests.push(...(await references.release(queries, clipOf(uuid))));
        await queries.delete(speakers, eq(speakers.uuid, uuid));
        return digests;
      }),
    addSample: (organisation, sample) =>
      of(organisation).tx(async (queries) => {
        if ((await quota.leftIn(queries)) < sample.sizeBytes) return false;
        await queries.insert(speakerSamples, [sample]);
        await references.hold(queries, sampleOf(sample.uuid), sample.digest);
        return true;
      }),
    samples: (organisation, speakerUuid) =>
      of(organisation).read.select(speakerSamples, and(eq(speakerSamples.speakerUuid, speakerUuid)), {
        orderBy: [asc(speakerSamples.createdAt), asc(speakerSamples.uuid)],
      }),
    removeSamples: (organisation, speakerUuid) =>
      of(organisation).tx((queries) => releaseSamples(queries, speakerUuid)),
  };
}
