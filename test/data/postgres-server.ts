import { join } from 'node:path';
import pg from 'pg';

export const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

/** A server on which databases may be made and dropped. */
export const server = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Statements on the server that the tests use, one after the other on one connection. Returns the rows of the last. */
export async function onServer(
  statements: string | readonly string[],
  url = server,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    let rows: Record<string, unknown>[] = [];
    for (const statement of [statements].flat()) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The address of a database on that server. */
export function databaseAt(name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
