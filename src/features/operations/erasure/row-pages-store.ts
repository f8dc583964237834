import { asc, gt, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

type AnyTable = SQLiteTable & { readonly organisationId: SQLiteColumn } & Record<string, SQLiteColumn>;

/** A table, and the column by which its rows are read in pages. */
export interface KeyedTable {
  readonly table: AnyTable;
  readonly key: SQLiteColumn;
}

const pageRows = 200;

export const keyedTable = (tables: Tables, name: keyof Tables, key: string): KeyedTable => {
  const table = tables[name] as unknown as AnyTable;
  return { table, key: table[key] as SQLiteColumn };
};

/** Calls `change` for all rows of an organisation, a page in a transaction. Returns the sum of its results. */
export async function changeEachPage(
  database: Database,
  organisation: OrganisationId,
  { table, key }: KeyedTable,
  change: (rows: readonly Record<string, unknown>[], queries: TenantQueries) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const where: SQL = gt(key, after);
    const [changed, last] = await forOrganisation(database, organisation).tx(async (queries) => {
      const rows = await queries.select(table, where, { orderBy: [asc(key)], limit: pageRows });
      const field = fieldOf(table, key);
      const end = rows.length < pageRows ? undefined : (rows.at(-1)?.[field] as string | undefined);
      return [await change(rows, queries), end] as const;
    });
    sum += changed;
    after = last;
  }
  return sum;
}

const fieldOf = (table: AnyTable, key: SQLiteColumn): string =>
  Object.keys(table).find((name) => table[name] === key) ?? key.name;
