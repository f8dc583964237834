import type { Database, DatabaseOptions } from './database.ts';
import { postgres } from './on-demand.ts';
import { openSqlite } from './sqlite/database.ts';

/** Opens the database, creates missing tables and applies pending migrations. Throws a `StartFault`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl } = options;
  if (databaseUrl === undefined) return openSqlite(options);
  return (await postgres()).openPostgres(databaseUrl, options);
}
