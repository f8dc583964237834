import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { OrganisationId, Queries } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import { type ClockOf, type Dashboard, type DayClock, lastSpan, type Span, spanBetween } from '../dashboard/index.ts';
import type { Segments } from '../segments/index.ts';
import { computeReport } from './compute.ts';
import type { ReportRow } from './report.ts';
import type { NewReport, ReportQuery } from './schema.ts';
import type { ReportStore, ReportView } from './store.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface ReportsOptions {
  readonly store: ReportStore;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly dashboard: Pick<Dashboard, 'whole' | 'count'>;
  readonly segments: Pick<Segments, 'known'>;
  /** Returns undefined for users who see all calls. */
  readonly sightOf: (viewer: Viewer) => Promise<readonly string[] | undefined>;
  readonly clockOf: ClockOf;
  readonly now: () => Date;
  /** Runs in the transaction that completes a report. */
  readonly onMade: (queries: Queries, row: ReportRow) => Promise<void>;
}

export type Reports = ReturnType<typeof createReports>;

/** Kind of the job that creates a report. */
export const makeKind = 'reports.make';
const kind = makeKind;
const payload = z.object({ report: z.string() });
const maxAttempts = 4;
const mostDays = 366;
const daysOfWindow = { week: 7, month: 30, quarter: 90 } as const;

/** Statistics of a window, computed by a job with its creator's visibility, and stored. */
export function createReports({ store, jobs, dashboard, segments, sightOf, clockOf, now, onMade }: ReportsOptions) {
  const at = () => now().toISOString();

  /** Only users who see every call may see the reports of others. */
  const viewOf = async (viewer: Viewer): Promise<ReportView> => ({
    organisation: viewer.organisationId,
    userUuid: (await sightOf(viewer)) === undefined ? undefined : viewer.userUuid,
  });

  async function make(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const row = await store.find(organisation, payload.parse(job.payload).report);
    if (row === undefined || row.status !== 'pending') return;
    const result = await resultFor(organisation, row);
    await job.complete(async (queries) => {
      await store.finish(queries, { organisation, uuid: row.uuid }, result, at());
      if ('result' in result) await onMade(queries, row);
    });
  }

  async function resultFor(organisationId: OrganisationId, row: ReportRow) {
    const viewer = { organisationId, userUuid: row.userUuid };
    const span = { from: row.rangeFrom, to: row.rangeTo };
    const uuids = row.segmentUuids as string[];
    const namedSegments = await segments.known(organisationId, uuids).catch((error: unknown) => {
      if (error instanceof Problem) return error.message;
      throw error;
    });
    // The segment was deleted after the report was requested.
    if (typeof namedSegments === 'string') return { error: namedSegments };
    const scope = namedSegments.length === 0 ? [] : [namedSegments];
    const clock = await clockOf(organisationId);
    return { result: await computeReport(dashboard, { viewer, span, scope, clock }) };
  }

  jobs.handle(kind, make, {
    async onUnfinished(queries, { organisationId, payload: jobPayload, status }) {
      if (status !== 'dead' && status !== 'cancelled') return;
      const of = { organisation: organisationId as OrganisationId, uuid: payload.parse(jobPayload).report };
      await store.finish(queries, of, { error: 'The report failed. Create it again.' }, at());
    },
  });

  return {
    /** Throws for an invalid window and for an unknown segment. */
    async add(viewer: Viewer, body: NewReport): Promise<ReportRow> {
      const { organisationId, userUuid } = viewer;
      const { from, to } = spanOf(body, await clockOf(organisationId));
      await segments.known(organisationId, body.segment_uuids);
      const uuid = randomUUID();
      const row = { uuid, userUuid, window: body.window, rangeFrom: from, rangeTo: to, createdAt: at() };
      const enqueue = async (queries: Queries): Promise<void> => {
        await jobs.enqueue(queries, { kind, organisationId, payload: { report: uuid }, maxAttempts });
      };
      const added = await store.add(organisationId, { ...row, segmentUuids: body.segment_uuids }, enqueue);
      if (added === undefined)
        throw new Problem('conflict', 'Too many reports are pending. Wait until some of them are completed.');
      return added;
    },
    get: async (viewer: Viewer, id: number) => store.get(await viewOf(viewer), id),
    list: async (viewer: Viewer, query: ReportQuery) => store.list(await viewOf(viewer), query),
  };
}

function spanOf({ window, from, to }: NewReport, clock: DayClock): Span {
  if (window !== 'custom') {
    if (from !== undefined || to !== undefined)
      throw new Problem('bad_request', 'from and to need the window custom. Leave them out, or set window to custom.');
    return lastSpan(daysOfWindow[window], clock);
  }
  if (from === undefined || to === undefined)
    throw new Problem('bad_request', `${from === undefined ? 'from' : 'to'} is missing. The window custom needs both.`);
  const span = spanBetween(from, to, clock);
  if (span === undefined) throw new Problem('bad_request', 'from must not be later than to, nor later than today.');
  if (span.days > mostDays) throw new Problem('bad_request', `A report covers at most ${mostDays} days.`);
  return { from: span.from, to: span.to };
}
