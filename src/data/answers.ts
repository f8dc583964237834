import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Rejects if the database does not answer a query. */
export async function checkAnswers(database: Database): Promise<void> {
  await database.system.read.rows(sql`SELECT 1 AS one`);
}
