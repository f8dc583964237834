import {
  and,
  count,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  inArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { invariant } from '../../media/kit/invariant.ts';
import type { Database, Queries, TxOptions } from './database.ts';
import type { OrganisationId } from './organisation.ts';
import type { Tables } from './tables/index.ts';

type TenantTable = SQLiteTable & { readonly organisationId: SQLiteColumn };

type OwnRow<T extends TenantTable> = Omit<InferInsertModel<T>, 'organisationId'>;

interface Page {
  readonly orderBy?: readonly SQL[];
  readonly limit?: number;
  readonly offset?: number;
}

interface TenantReads {
  select<T extends TenantTable>(table: T, where?: SQL, page?: Page): Promise<InferSelectModel<T>[]>;
  /** Returns selected columns of each row, for callers that do not need the long ones. */
  pick<T extends TenantTable, K extends keyof InferSelectModel<T> & string>(
    table: T,
    columns: Readonly<Record<K, SQLiteColumn>>,
    where?: SQL,
    page?: Page,
  ): Promise<Pick<InferSelectModel<T>, K>[]>;
  /**
   * Like `pick`, for rows with one of these values of an indexed key, fastest however many rows the organisation has:
   * SQLite would read all of them for more than about ten values.
   */
  pickAmong<T extends TenantTable, K extends keyof InferSelectModel<T> & string>(
    table: T,
    columns: Readonly<Record<K, SQLiteColumn>>,
    key: SQLiteColumn,
    values: readonly string[],
  ): Promise<Pick<InferSelectModel<T>, K>[]>;
  count(table: TenantTable, where?: SQL): Promise<number>;
  /** Returns the condition that restricts a query on `system` to this organisation, for joins and aggregates. */
  own(table: TenantTable, where?: SQL): SQL;
  /** The same connection without the restriction to an organisation. */
  readonly system: Queries;
}

/** Queries restricted to one organisation. Only `system` reaches rows of other organisations. */
export interface TenantQueries extends TenantReads {
  insert<T extends TenantTable>(table: T, rows: readonly OwnRow<T>[]): Promise<void>;
  /** Skips rows that already exist. Returns the number of rows inserted. */
  insertNew<T extends TenantTable>(table: T, rows: readonly OwnRow<T>[]): Promise<number>;
  /** Adds a row, whose values may be expressions. Returns some columns of it; undefined if it already exists. */
  addNew<T extends TenantTable, K extends keyof InferSelectModel<T> & string>(
    table: T,
    row: { readonly [Name in keyof OwnRow<T>]: OwnRow<T>[Name] | SQL },
    columns: Readonly<Record<K, SQLiteColumn>>,
  ): Promise<Pick<InferSelectModel<T>, K> | undefined>;
  /** Like `select`, and locks the rows against changes until this transaction ends. */
  lock<T extends TenantTable>(table: T, where: SQL): Promise<InferSelectModel<T>[]>;
  /** Returns the number of rows changed. */
  update<T extends TenantTable>(table: T, set: Partial<OwnRow<T>>, where: SQL): Promise<number>;
  /** Returns the number of rows deleted. */
  delete(table: TenantTable, where: SQL): Promise<number>;
}

export interface TenantDatabase {
  readonly organisationId: OrganisationId;
  readonly dialect: Database['dialect'];
  readonly tables: Tables;
  readonly read: TenantReads;
  tx<T>(work: (queries: TenantQueries) => Promise<T>, options?: TxOptions): Promise<T>;
}

/** Returns access to an organisation's data. All tenant data is reached through it. */
export function forOrganisation(database: Database, organisationId: OrganisationId): TenantDatabase {
  invariant(organisationId, 'a query needs an organisation');
  const { dialect, tables, system } = database;
  return {
    organisationId,
    dialect,
    tables,
    read: bind(system.read, organisationId),
    tx: (work, options) => system.tx((queries) => work(bind(queries, organisationId)), options),
  };
}

/** Restricts the queries of an open transaction to an organisation that was only determined inside it. */
export function bind(queries: Queries, organisationId: OrganisationId): TenantQueries {
  const own = (table: TenantTable, where?: SQL): SQL => and(eq(table.organisationId, organisationId), where) as SQL;
  const owned = <T extends TenantTable>(rows: readonly OwnRow<T>[]) => rows.map((row) => ({ ...row, organisationId }));
  async function rowsOf(
    table: TenantTable,
    columns: Readonly<Record<string, SQLiteColumn>>,
    where?: SQL,
    page: Page = {},
  ) {
    let query = queries.select(columns).from(table).where(own(table, where)).$dynamic();
    if (page.orderBy !== undefined) query = query.orderBy(...page.orderBy);
    if (page.limit !== undefined) query = query.limit(page.limit);
    if (page.offset !== undefined) query = query.offset(page.offset);
    // The type of a query with selected columns is known only to the caller.
    return (await query) as never;
  }
  return {
    system: queries,
    own,
    select: (table, where, page) => rowsOf(table, getTableColumns(table as TenantTable), where, page),
    pick: rowsOf,
    async pickAmong(table, columns, key, values) {
      if (values.length === 0) return [];
      // An expression, so that the index of the key is used and none that begins with the organisation.
      const isOwn = sql`${table.organisationId} || '' = ${organisationId}`;
      const query = queries.select(columns as Readonly<Record<string, SQLiteColumn>>).from(table as TenantTable);
      return (await query.where(and(inArray(key, [...values]), isOwn))) as never;
    },
    async count(table, where) {
      const [row] = await queries.select({ total: count() }).from(table).where(own(table, where));
      return row?.total ?? 0;
    },
    async lock(table, where) {
      const query = queries.locked(
        queries
          .select()
          .from(table as TenantTable)
          .where(own(table, where)),
      );
      return (await query) as InferSelectModel<typeof table>[];
    },
    async insert(table, rows) {
      if (rows.length > 0) await queries.insert(table as TenantTable).values(owned(rows));
    },
    async insertNew(table, rows) {
      if (rows.length === 0) return 0;
      const insert = queries.insert(table as TenantTable).values(owned(rows));
      return (await insert.onConflictDoNothing().returning({ of: table.organisationId })).length;
    },
    async addNew(table, row, columns) {
      const insert = queries.insert(table as TenantTable).values([{ ...row, organisationId } as never]);
      const added = await insert.onConflictDoNothing().returning(columns as Readonly<Record<string, SQLiteColumn>>);
      return added[0] as never;
    },
    async update(table, set, where) {
      const update = queries.update(table as TenantTable).set(set);
      return (await update.where(own(table, where)).returning({ of: table.organisationId })).length;
    },
    async delete(table, where) {
      const gone = queries.delete(table).where(own(table, where));
      return (await gone.returning({ of: table.organisationId })).length;
    },
  };
}

/** Returns the columns of a table without those named. */
export function columnsBut<T extends TenantTable, K extends keyof T['_']['columns'] & string>(
  table: T,
  ...names: readonly K[]
): Omit<T['_']['columns'], K> {
  const columns = Object.entries(getTableColumns(table as TenantTable)).filter(([name]) => !names.includes(name as K));
  return Object.fromEntries(columns) as Omit<T['_']['columns'], K>;
}
