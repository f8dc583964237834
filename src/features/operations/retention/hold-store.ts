import { asc, desc, eq, inArray, notInArray, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

export type HoldRow = Tables['callHolds']['$inferSelect'];

export interface Hold {
  readonly callUuid: string;
  readonly userUuid: string;
  readonly reason: string | null;
  readonly at: string;
}

/** Calls on hold: neither retention, deletion nor erasure removes them. */
export interface HoldStore {
  /** Replaces the reason of an existing hold. */
  put(organisation: OrganisationId, hold: Hold): Promise<void>;
  /** Returns whether the call was on hold. */
  remove(organisation: OrganisationId, callUuid: string): Promise<boolean>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: HoldRow[]; total: number }>;
  /** Returns those of these calls that are on hold, in the caller's transaction. */
  among(queries: Pick<TenantQueries, 'pick'>, callUuids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the condition that a call is not on hold. */
  without(queries: Pick<TenantQueries, 'own' | 'system'>, callUuid: SQLiteColumn): SQL;
}

export function createHoldStore(database: Database): HoldStore {
  const { callHolds } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    put: (organisation, { callUuid, userUuid, reason, at }) =>
      of(organisation).tx(async (queries) => {
        const ofCall = eq(callHolds.callUuid, callUuid);
        if ((await queries.update(callHolds, { reason, userUuid }, ofCall)) === 0)
          await queries.insert(callHolds, [{ callUuid, userUuid, reason, createdAt: at }]);
      }),
    remove: (organisation, callUuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(callHolds, eq(callHolds.callUuid, callUuid))) > 0),
    async list(organisation, page) {
      const { read } = of(organisation);
      const orderBy = [desc(callHolds.createdAt), asc(callHolds.callUuid)];
      return {
        rows: await read.select(callHolds, undefined, { ...page, orderBy }),
        total: await read.count(callHolds),
      };
    },
    async among(queries, callUuids) {
      if (callUuids.length === 0) return new Set();
      const columns = { callUuid: callHolds.callUuid };
      const rows = await queries.pick(callHolds, columns, inArray(callHolds.callUuid, [...callUuids]));
      return new Set(rows.map(({ callUuid }) => callUuid));
    },
    without: (queries, callUuid) =>
      notInArray(
        callUuid,
        queries.system.select({ uuid: callHolds.callUuid }).from(callHolds).where(queries.own(callHolds)),
      ),
  };
}
