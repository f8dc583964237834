import { and, desc, eq, gte, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { invariant } from '../../../../media/kit/invariant.ts';
import {
  along,
  bind,
  columnsBut,
  type Database,
  forOrganisation,
  type Orders,
  type OrganisationId,
  orderBy,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';
import type { RunInteractions } from '../../analysis/index.ts';
import { conversationOf } from './conversation.ts';
import type { RunQuery, TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

export type RunRow = Omit<Tables['practiceRuns']['$inferSelect'], 'organisationId'>;
export type ListedRun = Omit<RunRow, 'snapshot'>;
export type RunEnd = Partial<
  Pick<
    RunRow,
    'status' | 'verdict' | 'score' | 'scores' | 'summary' | 'endedReason' | 'error' | 'errorCode' | 'finishedAt'
  >
>;

export interface RunRef {
  readonly organisation: OrganisationId;
  readonly uuid: string;
}

export interface OpenLive {
  readonly ref: RunRef;
  readonly sessionUuid: string;
  readonly status: RunRow['status'];
  /** Changes with every renewal. */
  readonly expiresAt: string | null;
}

export interface KeptRun
  extends Pick<RunRow, 'transcript' | 'endedReason'>,
    Partial<Pick<RunRow, 'hasAudio' | 'metrics' | 'usage'>> {
  readonly turns: Transcript;
}

export interface RunStore {
  /** Returns false and stores nothing if too many runs are waiting. `then` runs in the same transaction. */
  add(
    organisation: OrganisationId,
    rows: readonly RunRow[],
    then: (queries: TenantQueries) => Promise<void>,
  ): Promise<boolean>;
  get(organisation: OrganisationId, uuid: string): Promise<ListedRun | undefined>;
  /** Returns the run with its snapshot. */
  whole(ref: RunRef): Promise<RunRow | undefined>;
  /** Newest first where no order is asked for. */
  list(organisation: OrganisationId, query: RunQuery): Promise<{ rows: ListedRun[]; total: number }>;
  /** Returns the transcripts of the newest judged runs of a flow that were created at or after a time. */
  transcriptsSince(organisation: OrganisationId, flowUuid: string, since: string): Promise<TranscriptLine[][]>;
  tx<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Finds a live practice session in any organisation. */
  bySession(sessionUuid: string): Promise<(RunRow & { readonly organisationId: OrganisationId }) | undefined>;
  beginLive(ref: RunRef, at: string, expiresAt: string): Promise<void>;
  renewLive(refs: readonly RunRef[], expiresAt: string): Promise<void>;
  /** Returns live practice sessions that wait for a person or are in progress, of all servers. */
  openLive(): Promise<readonly OpenLive[]>;
  /** Returns false for a deleted run. */
  begin(queries: Queries, ref: RunRef, at: string): Promise<boolean>;
  /** Called in the transaction that ends a run. `turns` become its interaction. */
  keep(queries: Queries, ref: RunRef, played: KeptRun): Promise<void>;
  /** Has no effect on a finished run. A run that is over is not played again, so its documents are removed. */
  finish(queries: Queries, ref: RunRef, end: RunEnd): Promise<boolean>;
  /** `then` runs in the same transaction. */
  remove(
    organisation: OrganisationId,
    uuid: string,
    then?: (queries: TenantQueries) => Promise<void>,
  ): Promise<'removed' | 'running' | 'unknown'>;
}

const mostQueued = 200;
/** Runs whose steps are counted. */
const mostCovered = 500;
const open = ['queued', 'running'] as const;

const newestFirst = { sort: 'created_at', order: 'desc' } as const;

/**
 * Called in the transaction that ends a run of a proof. Repeats it if it has no verdict, and ends the proof with its last
 * run.
 */
export type SettleProof = (queries: TenantQueries, run: RunRow, organisation: RunRef['organisation']) => Promise<void>;

export function createRunStore(database: Database, interactions: RunInteractions, settleProof: SettleProof): RunStore {
  const { practiceRuns: runs } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const listed = columnsBut(runs, 'snapshot', 'organisationId');
  const isOpen = inArray(runs.status, [...open]);
  /** Each along an index. */
  const orders: Orders<NonNullable<RunQuery['sort']>> = {
    score: (direction) => [along(direction, runs.score), along(direction, runs.uuid)],
    created_at: (direction) => [along(direction, runs.createdAt), along(direction, runs.uuid)],
  };
  return {
    add: (organisation, rows, then) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(runs, isOpen)) + rows.length > mostQueued) return false;
        await queries.insert(runs, rows);
        await then(queries);
        return true;
      }),
    async get(organisation, uuid) {
      return (await of(organisation).read.pick(runs, listed, eq(runs.uuid, uuid)))[0] as ListedRun | undefined;
    },
    async whole({ organisation, uuid }) {
      return (await of(organisation).read.select(runs, eq(runs.uuid, uuid)))[0];
    },
    async list(organisation, { status, verdict, scenario_uuid, target_uuid, limit, offset, ...sorting }) {
      const { read } = of(organisation);
      const conditions: SQL[] = [
        ...(status === undefined ? [] : [eq(runs.status, status)]),
        ...(verdict === undefined ? [] : [eq(runs.verdict, verdict)]),
        ...(scenario_uuid === undefined ? [] : [eq(runs.scenarioUuid, scenario_uuid)]),
        ...(target_uuid === undefined ? [] : [eq(runs.targetUuid, target_uuid)]),
      ];
      const where = and(...conditions);
      const page = { limit, offset, orderBy: orderBy(sorting, orders, newestFirst) };
      const rows = await read.pick(runs, listed, where, page);
      return { rows: rows as ListedRun[], total: await read.count(runs, where) };
    },
    async transcriptsSince(organisation, flowUuid, since) {
      const isCounted = and(eq(runs.targetUuid, flowUuid), gte(runs.createdAt, since), isNotNull(runs.verdict));
      const newest = { limit: mostCovered, orderBy: [desc(runs.createdAt)] };
      const rows = await of(organisation).read.pick(runs, { transcript: runs.transcript }, isCounted, newest);
      return rows.map(({ transcript }) => transcript as TranscriptLine[]);
    },
    tx: (work) => database.system.tx(work),
    async bySession(sessionUuid) {
      return (await database.system.read.select().from(runs).where(eq(runs.sessionUuid, sessionUuid)))[0];
    },
    beginLive: ({ organisation, uuid }, at, expiresAt) =>
      of(organisation).tx(async (queries) => {
        const isQueued = and(eq(runs.uuid, uuid), eq(runs.status, 'queued')) as SQL;
        await queries.update(runs, { status: 'running', startedAt: at, sessionExpiresAt: expiresAt }, isQueued);
      }),
    async renewLive(refs, expiresAt) {
      const uuids = refs.map(({ uuid }) => uuid);
      await database.system.tx(async (queries) => {
        const running = and(inArray(runs.uuid, uuids), eq(runs.status, 'running'));
        await queries.update(runs).set({ sessionExpiresAt: expiresAt }).where(running);
      });
    },
    async openLive() {
      const { uuid, organisationId, sessionUuid, status, sessionExpiresAt } = runs;
      const rows = await database.system.read
        .select({ uuid, organisationId, sessionUuid, status, expiresAt: sessionExpiresAt })
        .from(runs)
        .where(and(isNotNull(runs.sessionUuid), isOpen, isNull(runs.endedReason)));
      return rows.map((row) => ({
        ref: { organisation: row.organisationId, uuid: row.uuid },
        sessionUuid: row.sessionUuid as string,
        status: row.status,
        expiresAt: row.expiresAt,
      }));
    },
    async begin(queries, { organisation, uuid }, at) {
      const tenantQueries = bind(queries, organisation);
      const isQueued = and(eq(runs.uuid, uuid), eq(runs.status, 'queued')) as SQL;
      await tenantQueries.update(runs, { status: 'running', startedAt: at }, isQueued);
      return (await tenantQueries.count(runs, and(eq(runs.uuid, uuid), isOpen) as SQL)) > 0;
    },
    async keep(queries, { organisation, uuid }, { turns, ...played }) {
      const tenantQueries = bind(queries, organisation);
      const changed = await tenantQueries.update(runs, played, and(eq(runs.uuid, uuid), isOpen) as SQL);
      const [run] = changed === 0 || turns.length === 0 ? [] : await tenantQueries.select(runs, eq(runs.uuid, uuid));
      if (run !== undefined) await interactions.put(tenantQueries, conversationOf(run, turns));
    },
    async finish(queries, { organisation, uuid }, end) {
      const tenantQueries = bind(queries, organisation);
      if ((await tenantQueries.update(runs, end, and(eq(runs.uuid, uuid), isOpen) as SQL)) === 0) return false;
      const [row] = await tenantQueries.select(runs, eq(runs.uuid, uuid));
      invariant(row, 'a run that ended is gone');
      const snapshot = row.snapshot as Snapshot;
      await settleProof(tenantQueries, row, organisation);
      if (snapshot.documents.length > 0)
        await tenantQueries.update(runs, { snapshot: { ...snapshot, documents: [] } }, eq(runs.uuid, uuid));
      if (end.summary) await interactions.summarise(tenantQueries, uuid, end.summary);
      return true;
    },
    remove: (organisation, uuid, then = async () => {}) =>
      of(organisation).tx(async (queries) => {
        const [row] = await queries.lock(runs, eq(runs.uuid, uuid));
        if (row === undefined) return 'unknown';
        if (row.status === 'running') return 'running';
        await queries.delete(runs, eq(runs.uuid, uuid));
        await interactions.remove(queries, uuid);
        await then(queries);
        await settleProof(queries, row, organisation);
        return 'removed';
      }),
  };
}
