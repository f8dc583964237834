import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { bind, type OrganisationId } from '../../../data/index.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import type { InteractionFilter, InteractionStore, View } from '../../analysis/index.ts';
import type { RemovalStore, RemoveFiles } from '../removal/index.ts';
import type { DeletionRow, DeletionStore } from './deletion-store.ts';
import type { HoldStore } from './hold-store.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface DeletionsOptions {
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly store: DeletionStore;
  readonly holds: HoldStore;
  readonly interactions: Pick<InteractionStore, 'get' | 'list'>;
  readonly viewOf: (viewer: Viewer) => Promise<View>;
  readonly removal: Pick<RemovalStore, 'conversations'>;
  readonly removeFiles: RemoveFiles;
  /** Removes what webhook deliveries and jobs still have of these calls. */
  readonly forget: (organisation: OrganisationId, callUuids: ReadonlySet<string>, but: string) => Promise<void>;
  readonly now: () => Date;
}

export type DeletionFilter = Pick<
  InteractionFilter,
  'from' | 'before' | 'flowUuid' | 'outcome' | 'direction' | 'contactUuid' | 'status'
>;

/** Calls that a filter selects, and how many of them are on hold. */
export interface Matched {
  readonly matched: number;
  readonly held: number;
}

/** What a row stores: the filter, and the tags to which its requester was limited then; null without a limit. */
type StoredFilter = DeletionFilter & { readonly visibleTags?: readonly string[] | null };

const kind = 'calls.delete';
const forgetKind = 'calls.forget';
const atOnce = 50;
const timeLimitMs = 3_600_000;
const payload = z.object({ deletion: z.string() });
const forgetting = z.object({ calls: z.array(z.string()) });
/** Practice and simulations are deleted with their runs. */
const sources = ['call', 'test', 'upload', 'api'] as const;

/** Deletes calls of people's choice: one, or all that match a filter. */
export function createDeletions(options: DeletionsOptions) {
  const { jobs, store, holds, interactions, viewOf, removal, removeFiles, now } = options;

  async function remove(organisation: OrganisationId, uuids: readonly string[]): Promise<number> {
    if (uuids.length === 0) return 0;
    const digests = await store.tx(organisation, async (queries) => {
      const gone = await removal.conversations(queries, uuids);
      await jobs.enqueue(queries.system, { kind: forgetKind, organisationId: organisation, payload: { calls: uuids } });
      return gone.digests;
    });
    await removeFiles({ digests, uuids });
    return uuids.length;
  }

  async function match(view: View, filter: DeletionFilter): Promise<Matched> {
    const { total } = await interactions.list(view, { ...filter, sources }, { limit: 1, offset: 0 });
    const { rows } = await holds.list(view.organisation, { limit: 1000, offset: 0 });
    let held = 0;
    for (const { callUuid } of rows) {
      const row = await interactions.get(view, { uuid: callUuid });
      if (row !== undefined && isWithin(row, filter)) held += 1;
    }
    return { matched: total, held };
  }

  async function run(job: Job): Promise<void> {
    const organisation = job.organisationId as OrganisationId;
    const row = await store.get(organisation, payload.parse(job.payload).deletion);
    if (row === undefined || row.status === 'done') return job.complete();
    const { visibleTags, ...filter } = row.filter as StoredFilter;
    // The requester may see other calls by now.
    const view =
      visibleTags === undefined
        ? await viewOf({ organisationId: organisation, userUuid: row.userUuid })
        : { organisation, tags: visibleTags ?? undefined };
    let deleted = row.deleted;
    let kept = 0;
    // Never more than the preview showed.
    while (deleted + kept < row.matched) {
      const page = { limit: Math.min(atOnce, row.matched - deleted - kept), offset: kept };
      const { rows } = await interactions.list(view, { ...filter, sources }, page);
      if (rows.length === 0) break;
      const uuids = rows.map(({ uuid }) => uuid);
      const held = await store.tx(organisation, (queries) => holds.among(queries, uuids));
      kept += held.size;
      deleted += await remove(
        organisation,
        uuids.filter((uuid) => !held.has(uuid)),
      );
      await store.tx(organisation, (queries) => store.change(queries, row.uuid, { deleted, kept }));
      job.signal.throwIfAborted();
      await job.progress(Math.min(1, deleted / Math.max(1, row.matched)), 'Deleting calls');
    }
    await job.complete((system) =>
      store.change(bind(system, organisation), row.uuid, {
        status: 'done',
        deleted,
        kept,
        finishedAt: now().toISOString(),
        // It may name a contact that is erased later.
        filter: {},
      }),
    );
  }

  jobs.handle(kind, run, { concurrency: 1, ofOrganisation: 1, timeLimitMs });
  jobs.handle(forgetKind, async (job) => {
    const { calls } = forgetting.parse(job.payload);
    await options.forget(job.organisationId as OrganisationId, new Set(calls), job.uuid);
  });

  return {
    match: async (viewer: Viewer, filter: DeletionFilter) => match(await viewOf(viewer), filter),
    get: store.get,
    /** Starts a deletion, unless the number of matching calls is not the expected one. */
    async start(viewer: Viewer, filter: DeletionFilter, expected: number): Promise<DeletionRow | Matched> {
      const { organisationId, userUuid } = viewer;
      const createdAt = now().toISOString();
      // Calls that begin from now on are not part of it.
      const bounded = { ...filter, before: filter.before ?? createdAt };
      const view = await viewOf(viewer);
      const found = await match(view, bounded);
      if (found.matched !== expected) return found;
      const row = {
        uuid: randomUUID(),
        userUuid,
        filter: { ...bounded, visibleTags: view.tags ?? null },
        status: 'pending' as const,
        matched: found.matched,
        deleted: 0,
        kept: 0,
        createdAt,
        finishedAt: null,
      };
      await store.tx(organisationId, async (queries) => {
        await store.add(queries, row);
        await jobs.enqueue(queries.system, { kind, organisationId, payload: { deletion: row.uuid } });
      });
      return { ...row, organisationId };
    },
    /** Deletes one call. */
    async removeOne(organisation: OrganisationId, uuid: string): Promise<'removed' | 'held'> {
      const held = await store.tx(organisation, (queries) => holds.among(queries, [uuid]));
      if (held.size > 0) return 'held';
      await remove(organisation, [uuid]);
      return 'removed';
    },
  };
}

export type Deletions = ReturnType<typeof createDeletions>;

type Row = NonNullable<Awaited<ReturnType<InteractionStore['get']>>>;

function isWithin(row: Row, filter: DeletionFilter): boolean {
  const { from, before, flowUuid, outcome, direction, contactUuid, status } = filter;
  return (
    (from === undefined || row.calledAt >= from) &&
    (before === undefined || row.calledAt < before) &&
    (flowUuid === undefined || row.flowUuid === flowUuid) &&
    (outcome === undefined || row.outcome === outcome) &&
    (direction === undefined || row.direction === direction) &&
    (contactUuid === undefined || row.contactUuid === contactUuid) &&
    (status === undefined || row.status === status) &&
    (sources as readonly string[]).includes(row.source)
  );
}
