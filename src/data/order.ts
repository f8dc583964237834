import { asc, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Direction = 'asc' | 'desc';

/** How a list is asked for. */
interface Sorting<Key extends string> {
  readonly sort?: Key | undefined;
  readonly order?: Direction | undefined;
}

/** A page of a sorted list. */
export interface SortedPage<Key extends string> extends Sorting<Key> {
  readonly limit: number;
  readonly offset: number;
}

/** The columns of an index, in its order. */
export type Orders<Key extends string> = Readonly<Record<Key, (direction: Direction) => readonly SQL[]>>;

/** The order of a list: that of `standard` without `sort`. Ascending with `sort` and without `order`. */
export function orderBy<Key extends string>(
  { sort, order }: Sorting<Key>,
  orders: Orders<Key>,
  standard: { readonly sort: NoInfer<Key>; readonly order: Direction },
): readonly SQL[] {
  return sort === undefined ? orders[standard.sort](order ?? standard.order) : orders[sort](order ?? 'asc');
}

/**
 * A column in a direction. Missing values come before all others, so that both databases read one index either way:
 * SQLite orders them so, and PostgreSQL needs `NULLS FIRST` in the index too.
 */
export function along(direction: Direction, column: SQLiteColumn): SQL {
  if (column.notNull) return direction === 'asc' ? asc(column) : desc(column);
  return direction === 'asc' ? sql`${column} ASC NULLS FIRST` : sql`${column} DESC NULLS LAST`;
}

/** The other way round: of columns by which an index falls while it rises by the one before. */
export const against = (direction: Direction, column: SQLiteColumn): SQL =>
  along(direction === 'asc' ? 'desc' : 'asc', column);

/** A name in a direction, without regard to the case of ASCII letters. For short lists: no index has it. */
export const byName = (direction: Direction, column: SQLiteColumn): SQL =>
  direction === 'asc' ? asc(sql`lower(${column})`) : desc(sql`lower(${column})`);

/** Whether a column contains a text, without regard to the case of ASCII letters. */
export function contains(column: SQLiteColumn, text: string): SQL {
  return or(containsExactly(column, text), containsExactly(sql`lower(${column})`, text.toLowerCase())) as SQL;
}

/** Whether a column contains a text as it is written. On SQLite, ASCII letters match in either case. */
export const containsExactly = (column: SQLWrapper, text: string): SQL =>
  sql`${column} LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
