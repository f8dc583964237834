import type { sqliteColumns } from './sqlite/columns.ts';

/** What tables are made of, in either database. */
export type Columns = typeof sqliteColumns;
