import type { Database, Queries } from './database.ts';

/**
 * Returns the database with an open transaction in place of its own ones: stores that are opened on it read and write
 * in that transaction. Their work must have no effects other than its queries.
 */
export const joined = (database: Database, queries: Queries): Database =>
  // Inherits, because some members are computed when they are read.
  Object.create(database, {
    system: { value: { read: queries, tx: <T>(work: (inner: Queries) => Promise<T>) => work(queries) } },
  }) as Database;
