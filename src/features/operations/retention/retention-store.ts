import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { RetentionKind } from './ending-store.ts';

/** Days after which data ends, by kind; null for data that is kept. */
export type RetentionDays = Readonly<Record<RetentionKind, number | null>>;
export type RetentionRun = Tables['retentionRuns']['$inferSelect'];

export interface RunFailure {
  readonly call_uuid: string;
  readonly kind: RetentionKind;
  readonly error: string;
}

export interface RetentionStore {
  settings(organisation: OrganisationId): Promise<RetentionDays>;
  put(organisation: OrganisationId, days: RetentionDays, at: string): Promise<void>;
  /** Returns organisations with settings, after one of them. */
  organisations(after: string): Promise<OrganisationId[]>;
  begin(organisation: OrganisationId, uuid: string, at: string): Promise<void>;
  /** Stores what a run has done so far. */
  note(organisation: OrganisationId, uuid: string, run: Noted): Promise<void>;
  last(organisation: OrganisationId): Promise<RetentionRun | undefined>;
}

export interface Noted {
  readonly ended: Readonly<Record<RetentionKind, number>>;
  readonly failed: readonly RunFailure[];
  readonly finishedAt: string | null;
}

const organisationsAtOnce = 100;
const keptRuns = 90;

export function createRetentionStore(database: Database): RetentionStore {
  const { retentionSettings, retentionRuns } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const nothing = { recordings: 0, transcripts: 0, results: 0, webhooks: 0 };
  return {
    async settings(organisation) {
      const [row] = await of(organisation).read.select(retentionSettings);
      return {
        recordings: row?.recordingsDays ?? null,
        transcripts: row?.transcriptsDays ?? null,
        results: row?.resultsDays ?? null,
        webhooks: row?.webhooksDays ?? null,
      };
    },
    put: (organisation, days, updatedAt) =>
      of(organisation).tx(async (queries) => {
        const row = {
          recordingsDays: days.recordings,
          transcriptsDays: days.transcripts,
          resultsDays: days.results,
          webhooksDays: days.webhooks,
          updatedAt,
        };
        const condition = queries.own(retentionSettings);
        if ((await queries.update(retentionSettings, row, condition)) === 0)
          await queries.insert(retentionSettings, [row]);
      }),
    async organisations(after) {
      const { organisationId } = retentionSettings;
      const rows = await database.system.read
        .select({ organisationId })
        .from(retentionSettings)
        .where(gt(organisationId, after as OrganisationId))
        .orderBy(asc(organisationId))
        .limit(organisationsAtOnce);
      return rows.map((row) => row.organisationId);
    },
    begin: (organisation, uuid, startedAt) =>
      of(organisation).tx(async (queries) => {
        await queries.insertNew(retentionRuns, [{ uuid, startedAt, finishedAt: null, ended: nothing, failed: [] }]);
        const page = { orderBy: [desc(retentionRuns.startedAt)], limit: 1, offset: keptRuns };
        const [old] = await queries.pick(retentionRuns, { uuid: retentionRuns.uuid }, undefined, page);
        if (old !== undefined) await queries.delete(retentionRuns, eq(retentionRuns.uuid, old.uuid));
      }),
    note: async (organisation, uuid, { ended, failed, finishedAt }) => {
      await of(organisation).tx((queries) =>
        queries.update(retentionRuns, { ended, failed, finishedAt }, and(eq(retentionRuns.uuid, uuid))!),
      );
    },
    async last(organisation) {
      const page = { orderBy: [desc(retentionRuns.startedAt), desc(retentionRuns.uuid)], limit: 1 };
      return (await of(organisation).read.select(retentionRuns, undefined, page))[0];
    },
  };
}
