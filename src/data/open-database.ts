import type { Database, DatabaseOptions } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the database, makes it if it is not there, and applies its migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return openSqlite(options);
}
