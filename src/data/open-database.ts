import type { Database, DatabaseOptions } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the database, makes its tables if they are not there, and applies its migrations. Throws a `StartFault`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openSqlite(options) : openPostgres(options.databaseUrl, options);
}
