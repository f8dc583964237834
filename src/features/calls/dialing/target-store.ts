import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  openCallStatuses,
  type TenantQueries,
  targetStatuses,
} from '../../../data/index.ts';
import type { Sight } from '../../campaigns/index.ts';
import { createCampaignStore } from './campaign-store.ts';
import { dedupeMs, type TargetChange, type TargetRow, type TargetStatus } from './target.ts';

/** A target with its contact. */
export interface DueTarget extends TargetRow {
  readonly phone: string;
  readonly optedOut: boolean;
  readonly timezone: string | null;
}

export interface ListedTarget extends TargetRow {
  readonly phone: string;
  readonly name: string | null;
}

export type TargetCounts = Readonly<Record<TargetStatus, number>>;

const dueAtOnce = 25;

export type TargetStore = ReturnType<typeof createTargetStore>;

/** The targets of campaigns. Methods with `queries` run in the caller's transaction. */
export function createTargetStore(database: Database) {
  const { campaignTargets: targets, contacts, contactTags, calls } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const ofFlow = (flowUuid: string): SQL => eq(targets.flowUuid, flowUuid);
  const isOpen = inArray(targets.status, ['queued', 'waiting', 'dialing']);

  return {
    ...createCampaignStore(database, isOpen),
    /** Returns due targets, longest due first. */
    async due(queries: TenantQueries, flowUuid: string, at: string): Promise<DueTarget[]> {
      const { phone, optedOut, timezone } = contacts;
      const rows = await queries.system
        .select({ target: targets, contact: { phone, optedOut, timezone } })
        .from(targets)
        .innerJoin(contacts, eq(contacts.uuid, targets.contactUuid))
        .where(queries.own(targets, and(ofFlow(flowUuid), lte(targets.nextAt, at))))
        .orderBy(asc(targets.nextAt), asc(targets.uuid))
        .limit(dueAtOnce);
      return rows.map(({ target, contact }) => ({ ...target, ...contact }));
    },
    /** Returns calls to a contact within the dedupe period, except those of this target. */
    async otherCalls(queries: TenantQueries, target: Pick<TargetRow, 'uuid' | 'contactUuid'>, at: Date) {
      const since = new Date(at.getTime() - dedupeMs).toISOString();
      const others = and(
        eq(calls.contactUuid, target.contactUuid),
        isNotNull(calls.dialledAt),
        gt(calls.createdAt, since),
        or(isNull(calls.targetUuid), ne(calls.targetUuid, target.uuid)),
      );
      const { dialledAt, status } = calls;
      const dialled = await queries.pick(calls, { dialledAt, status }, others);
      return dialled.map((call) => ({
        dialledAt: call.dialledAt as string,
        over: !openCallStatuses.some((open) => open === call.status),
      }));
    },
    dialing: (queries: TenantQueries, flowUuid: string): Promise<number> =>
      queries.count(targets, and(ofFlow(flowUuid), eq(targets.status, 'dialing'))),
    async byCall(queries: TenantQueries, targetUuid: string, callUuid: string): Promise<TargetRow | undefined> {
      const where = and(eq(targets.uuid, targetUuid), eq(targets.callUuid, callUuid), eq(targets.status, 'dialing'));
      return (await queries.select(targets, where))[0];
    },
    /** Counts the calls for this target that never reached the provider. */
    lost(queries: TenantQueries, { uuid, contactUuid }: Pick<TargetRow, 'uuid' | 'contactUuid'>): Promise<number> {
      const theirs = and(eq(calls.contactUuid, contactUuid), eq(calls.targetUuid, uuid));
      return queries.count(calls, and(theirs, eq(calls.endReason, 'not_placed')));
    },
    async contact(queries: TenantQueries, uuid: string) {
      return (await queries.select(contacts, eq(contacts.uuid, uuid)))[0];
    },
    async ofContact(queries: TenantQueries, flowUuid: string, contactUuid: string): Promise<TargetRow | undefined> {
      return (await queries.select(targets, and(ofFlow(flowUuid), eq(targets.contactUuid, contactUuid)) as SQL))[0];
    },
    add: (queries: TenantQueries, target: Omit<TargetRow, 'organisationId'>): Promise<void> =>
      queries.insert(targets, [target]),
    async change(queries: TenantQueries, uuids: readonly string[], set: TargetChange): Promise<void> {
      if (uuids.length > 0) await queries.update(targets, set, inArray(targets.uuid, [...uuids]));
    },
    /** Same as `change`, for due targets only. Returns the number changed. */
    async changeDue(queries: TenantQueries, uuids: readonly string[], set: TargetChange): Promise<number> {
      if (uuids.length === 0) return 0;
      const due = and(inArray(targets.uuid, [...uuids]), inArray(targets.status, ['queued', 'waiting'])) as SQL;
      return queries.update(targets, set, due);
    },
    /** Same as `change`, for a target that is in a call. Returns the number changed. */
    changeDialing: (queries: TenantQueries, uuid: string, set: TargetChange): Promise<number> =>
      queries.update(targets, set, and(eq(targets.uuid, uuid), eq(targets.status, 'dialing')) as SQL),
    /** Returns whether any target is being dialled or may still be dialled. */
    async hasOpen(queries: TenantQueries, flowUuid: string): Promise<boolean> {
      return (await queries.select(targets, and(ofFlow(flowUuid), isOpen), { limit: 1 })).length > 0;
    },

    /** Returns calls that were stored for targets but never dialled because of a crash. */
    async undialled(organisation: OrganisationId, provider: string): Promise<string[]> {
      const waiting = and(isNotNull(calls.targetUuid), eq(calls.status, 'queued'), eq(calls.dialect, provider));
      const rows = await of(organisation).read.pick(calls, { uuid: calls.uuid }, waiting, {
        orderBy: [asc(calls.createdAt)],
      });
      return rows.map(({ uuid }) => uuid);
    },

    /** Most recently changed first. Users with tags see only contacts with one of them. */
    async list(
      organisation: OrganisationId,
      flowUuid: string,
      { status, sight }: { readonly status?: TargetStatus | undefined; readonly sight: Sight },
      page: { readonly limit: number; readonly offset: number },
    ): Promise<{ rows: ListedTarget[]; total: number; counts: TargetCounts }> {
      const { read } = of(organisation);
      const carrying = (tags: readonly string[]): SQL => {
        const tagged = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
        return inArray(targets.contactUuid, tagged.where(read.own(contactTags, inArray(contactTags.tag, [...tags]))));
      };
      const seen = and(ofFlow(flowUuid), sight === undefined ? undefined : carrying(sight));
      const where = and(seen, status === undefined ? undefined : eq(targets.status, status));
      const rows = await read.system
        .select({ target: targets, phone: contacts.phone, name: contacts.name })
        .from(targets)
        .innerJoin(contacts, eq(contacts.uuid, targets.contactUuid))
        .where(read.own(targets, where))
        .orderBy(desc(targets.updatedAt), asc(targets.uuid))
        .limit(page.limit)
        .offset(page.offset);
      const counted = await read.system
        .select({ status: targets.status, many: count() })
        .from(targets)
        .where(read.own(targets, seen))
        .groupBy(targets.status);
      const counts = Object.fromEntries(targetStatuses.map((each) => [each, 0])) as Record<TargetStatus, number>;
      for (const group of counted) counts[group.status] = group.many;
      const total = status === undefined ? Object.values(counts).reduce((all, one) => all + one, 0) : counts[status];
      return { rows: rows.map(({ target, phone, name }) => ({ ...target, phone, name })), total, counts };
    },
  };
}
