import { join } from 'node:path';
import pg from 'pg';

export const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

/** A server on which databases may be made and dropped. */
export const server = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** One statement on the server that the tests use. */
export async function onServer(statement: string, url = server): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows as Record<string, unknown>[];
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
