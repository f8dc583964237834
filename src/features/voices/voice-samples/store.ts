import { and, asc, eq, type InferSelectModel, isNull, type SQL } from 'drizzle-orm';
import {
  bind,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
} from '../../../data/index.ts';
import type { FileReferences } from '../../../files/index.ts';

export type SampleRow = InferSelectModel<Tables['voiceSamples']>;
type RunRow = InferSelectModel<Tables['voiceSampleRuns']>;

/** Voice and language of a clip. */
export interface SampledVoice {
  readonly speaker: string;
  readonly languageCode: string;
}

export interface VoiceSampleStore {
  /** Ordered by speaker and language. */
  list(organisation: OrganisationId): Promise<SampleRow[]>;
  get(organisation: OrganisationId, uuid: string): Promise<SampleRow | undefined>;
  of(organisation: OrganisationId, voice: SampledVoice): Promise<SampleRow | undefined>;
  /** Replaces an earlier clip. Returns the files that are no longer needed. */
  put(queries: Queries, organisation: OrganisationId, row: Omit<SampleRow, 'organisationId'>): Promise<string[]>;
  /** Deletes the clips of a voice. Returns the digests of the files that are no longer needed. */
  remove(organisation: OrganisationId, speaker: string): Promise<string[]>;
  tx(organisation: OrganisationId, work: (queries: Queries) => Promise<unknown>): Promise<void>;
  isRunning(organisation: OrganisationId): Promise<boolean>;
  /** Returns false while another run is in progress. `then` runs in the same transaction. */
  begin(
    organisation: OrganisationId,
    run: Omit<RunRow, 'organisationId'>,
    then: (queries: Queries) => Promise<void>,
  ): Promise<boolean>;
  finish(
    queries: Queries,
    run: { readonly organisation: OrganisationId; readonly uuid: string },
    end: { readonly finishedAt: string; readonly error: string | null },
  ): Promise<void>;
}

export function createVoiceSampleStore(database: Database, references: FileReferences): VoiceSampleStore {
  const { voiceSamples, voiceSampleRuns } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const isVoice = ({ speaker, languageCode }: SampledVoice): SQL =>
    and(eq(voiceSamples.speaker, speaker), eq(voiceSamples.languageCode, languageCode)) as SQL;
  const holderOf = (uuid: string) => ({ kind: 'voice_sample', uuid }) as const;
  const isOpen = isNull(voiceSampleRuns.finishedAt);

  return {
    list: (organisation) =>
      of(organisation).read.select(voiceSamples, undefined, {
        orderBy: [asc(voiceSamples.speaker), asc(voiceSamples.languageCode)],
      }),
    async get(organisation, uuid) {
      return (await of(organisation).read.select(voiceSamples, eq(voiceSamples.uuid, uuid)))[0];
    },
    async of(organisation, voice) {
      return (await of(organisation).read.select(voiceSamples, isVoice(voice)))[0];
    },
    async put(queries, organisation, row) {
      const tenantQueries = bind(queries, organisation);
      const before = await tenantQueries.select(voiceSamples, isVoice(row));
      const digests: string[] = [];
      for (const { uuid } of before) digests.push(...(await references.release(tenantQueries, holderOf(uuid))));
      await tenantQueries.delete(voiceSamples, isVoice(row));
      await tenantQueries.insert(voiceSamples, [row]);
      await references.hold(tenantQueries, holderOf(row.uuid), row.digest);
      return digests.filter((digest) => digest !== row.digest);
    },
    remove: (organisation, speaker) =>
      of(organisation).tx(async (queries) => {
        const isSpeaker = eq(voiceSamples.speaker, speaker);
        const digests: string[] = [];
        for (const { uuid } of await queries.select(voiceSamples, isSpeaker))
          digests.push(...(await references.release(queries, holderOf(uuid))));
        await queries.delete(voiceSamples, isSpeaker);
        return digests;
      }),
    tx: (organisation, work) => of(organisation).tx(async (queries) => void (await work(queries.system))),
    isRunning: async (organisation) => (await of(organisation).read.count(voiceSampleRuns, isOpen)) > 0,
    begin: (organisation, run, then) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.insertNew(voiceSampleRuns, [run])) === 0) return false;
        await then(queries.system);
        return true;
      }),
    async finish(queries, { organisation, uuid }, end) {
      const isThis = and(eq(voiceSampleRuns.uuid, uuid), isOpen) as SQL;
      await bind(queries, organisation).update(voiceSampleRuns, end, isThis);
    },
  };
}
