import { and, count, eq, type InferInsertModel, type InferSelectModel, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database, Queries } from './database.ts';

declare const brand: unique symbol;

/** Whose rows a query may touch. */
export type OrganisationId = string & { readonly [brand]: 'organisation' };

/** The only organisation until accounts exist. */
export const localOrganisation = '00000000-0000-4000-8000-000000000001' as OrganisationId;

type TenantTable = SQLiteTable & { readonly organisationId: SQLiteColumn };

interface Page {
  readonly orderBy?: readonly SQL[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Queries bound to one organisation: none can be written that reaches another's rows. */
export interface TenantQueries {
  select<T extends TenantTable>(table: T, where?: SQL, page?: Page): Promise<InferSelectModel<T>[]>;
  count(table: TenantTable, where?: SQL): Promise<number>;
  insert<T extends TenantTable>(table: T, rows: readonly Omit<InferInsertModel<T>, 'organisationId'>[]): Promise<void>;
  /** Answers how many rows changed. */
  update<T extends TenantTable>(
    table: T,
    set: Partial<Omit<InferInsertModel<T>, 'organisationId'>>,
    where: SQL,
  ): Promise<number>;
}

export interface TenantDatabase {
  readonly organisationId: OrganisationId;
  readonly read: Omit<TenantQueries, 'insert' | 'update'>;
  tx<T>(work: (queries: TenantQueries) => Promise<T>): Promise<T>;
}

/** What stores are given instead of the database. */
export function forOrganisation(database: Database, organisationId: OrganisationId): TenantDatabase {
  if (organisationId.length === 0) throw new Error('a query needs an organisation');
  return {
    organisationId,
    read: bind(database.read, organisationId),
    tx: (work) => database.tx((queries) => work(bind(queries, organisationId))),
  };
}

function bind(queries: Queries, organisationId: OrganisationId): TenantQueries {
  const own = (table: TenantTable, where: SQL | undefined): SQL =>
    and(eq(table.organisationId, organisationId), where) as SQL;
  return {
    async select(table, where, page = {}) {
      let query = queries
        .select()
        .from(table as TenantTable)
        .where(own(table, where))
        .$dynamic();
      if (page.orderBy !== undefined) query = query.orderBy(...page.orderBy);
      if (page.limit !== undefined) query = query.limit(page.limit);
      if (page.offset !== undefined) query = query.offset(page.offset);
      return (await query) as InferSelectModel<typeof table>[];
    },
    async count(table, where) {
      const [row] = await queries.select({ total: count() }).from(table).where(own(table, where));
      return row?.total ?? 0;
    },
    async insert(table, rows) {
      if (rows.length === 0) return;
      await queries.insert(table as TenantTable).values(rows.map((row) => ({ ...row, organisationId })));
    },
    async update(table, set, where) {
      const changed = await queries
        .update(table as TenantTable)
        .set(set)
        .where(own(table, where));
      return changed.changes;
    },
  };
}
