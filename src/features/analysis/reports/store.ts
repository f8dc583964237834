import { and, desc, eq, type SQL } from 'drizzle-orm';
import {
  bind,
  columnsBut,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
} from '../../../data/index.ts';
import type { ReportResult, ReportRow } from './report.ts';
import type { ReportQuery } from './schema.ts';

/** The organisation of the reports; only those of `userUuid` if given. */
export interface ReportView {
  readonly organisation: OrganisationId;
  readonly userUuid: string | undefined;
}

export type ListedReport = Omit<ReportRow, 'result'>;

type PendingReport = Pick<ReportRow, 'uuid' | 'userUuid' | 'window' | 'rangeFrom' | 'rangeTo' | 'createdAt'> & {
  readonly segmentUuids: readonly string[];
  readonly scheduleUuid?: string;
};

export interface ReportStore {
  /** Returns undefined, and stores nothing, if too many reports are pending. `then` runs in the same transaction. */
  add(
    organisation: OrganisationId,
    row: PendingReport,
    then: (queries: Queries) => Promise<void>,
  ): Promise<ReportRow | undefined>;
  /** Inserts a report in the caller's transaction, however many are pending. */
  insert(queries: Queries, organisation: OrganisationId, row: PendingReport): Promise<void>;
  get(view: ReportView, id: number): Promise<ReportRow | undefined>;
  find(organisation: OrganisationId, uuid: string): Promise<ReportRow | undefined>;
  /** Newest first. */
  list(view: ReportView, query: ReportQuery): Promise<{ rows: ListedReport[]; total: number }>;
  /** Ends a pending report once, in the caller's transaction. */
  finish(
    queries: Queries,
    { organisation, uuid }: { readonly organisation: OrganisationId; readonly uuid: string },
    ended: { readonly result: ReportResult } | { readonly error: string },
    at: string,
  ): Promise<void>;
}

const mostPending = 20;

export function createReportStore(database: Database): ReportStore {
  const { reports } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const listed = columnsBut(reports, 'result');
  const by = (userUuid: string | undefined): SQL | undefined =>
    userUuid === undefined ? undefined : eq(reports.userUuid, userUuid);
  return {
    add: (organisation, row, then) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(reports, eq(reports.status, 'pending'))) >= mostPending) return undefined;
        await queries.insert(reports, [{ ...row, status: 'pending' }] as never);
        await then(queries.system);
        return (await queries.select(reports, eq(reports.uuid, row.uuid)))[0];
      }),
    async insert(queries, organisation, row) {
      await bind(queries, organisation).insert(reports, [{ ...row, status: 'pending' }] as never);
    },
    async get({ organisation, userUuid }, id) {
      return (await of(organisation).read.select(reports, and(eq(reports.id, id), by(userUuid))))[0];
    },
    async find(organisation, uuid) {
      return (await of(organisation).read.select(reports, eq(reports.uuid, uuid)))[0];
    },
    async list({ organisation, userUuid }, { limit, offset, window, status }) {
      const { read } = of(organisation);
      const where = and(
        by(userUuid),
        window === undefined ? undefined : eq(reports.window, window),
        status === undefined ? undefined : eq(reports.status, status),
      );
      const orderBy = [desc(reports.createdAt), desc(reports.id)];
      const rows = await read.pick(reports, listed, where, { limit, offset, orderBy });
      return { rows: rows as ListedReport[], total: await read.count(reports, where) };
    },
    async finish(queries, { organisation, uuid }, ended, at) {
      const isPending = and(eq(reports.uuid, uuid), eq(reports.status, 'pending')) as SQL;
      const status = 'result' in ended ? ('completed' as const) : ('failed' as const);
      await bind(queries, organisation).update(reports, { ...ended, status, finishedAt: at }, isPending);
    },
  };
}
