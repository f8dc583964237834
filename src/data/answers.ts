import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Rejects when the database answers no query. */
export async function checkAnswers(database: Database): Promise<void> {
  await database.system.read.rows(sql`SELECT 1 AS one`);
}
