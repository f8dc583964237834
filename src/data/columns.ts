import type { sqliteColumns } from './sqlite/columns.ts';

/** Column builders, with the same interface in either database. */
export type Columns = typeof sqliteColumns;
