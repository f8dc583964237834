import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export const migrationsDir = join(import.meta.dirname, '..', '..', 'migrations');

/** Server on which databases may be created and dropped. */
export const server = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres';

/** Runs statements in order on one connection to the tests' server. Returns the rows of the last. */
export async function onServer(
  statements: string | readonly string[],
  url = server,
): Promise<Record<string, unknown>[]> {
  const client = await connectWhenFree(url);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of [statements].flat()) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const waitMs = 60_000;

/** Other test files may hold every connection that the server has. */
async function connectWhenFree(url: string): Promise<pg.Client> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const isFull = error instanceof pg.DatabaseError && error.code === '53300';
      if (!isFull || performance.now() > endMs) throw error;
      await pause(100);
    }
  }
}

/** Returns the URL of a database on that server. */
export function databaseAt(name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export const copyDatabase = (name: string, template: string) =>
  onServer([
    `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`,
    // Tests do not cut the power, so commits need not wait for the disk.
    `ALTER DATABASE ${name} SET synchronous_commit = off`,
  ]);

export async function dropDatabase(name: string): Promise<void> {
  await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/**
 * Copies rows stored by the migrations to a separate schema, with a function that restores the tables to them. Small
 * tables use DELETE, since truncation creates new files.
 */
export async function keepRows(url: string): Promise<void> {
  const tables = await onServer(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`, url);
  await onServer('CREATE SCHEMA kept', url);
  for (const { name } of tables) {
    const filled = await onServer(`SELECT 1 FROM public."${name}" LIMIT 1`, url);
    if (filled.length > 0) await onServer(`CREATE TABLE kept."${name}" AS TABLE public."${name}"`, url);
  }
  await onServer(
    [
      `CREATE VIEW kept.public_tables AS SELECT oid, relname, pg_relation_size(oid) AS bytes FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
      `CREATE MATERIALIZED VIEW kept.sequences AS SELECT quote_ident(sequencename) AS name, last_value FROM pg_sequences
       WHERE schemaname = 'public'`,
      `CREATE FUNCTION kept.restore() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
       DECLARE one record;
       BEGIN
         FOR one IN SELECT * FROM kept.public_tables WHERE bytes > 0 LOOP
           EXECUTE format(CASE WHEN one.bytes < 200000 THEN 'DELETE FROM %s' ELSE 'TRUNCATE %s CASCADE' END, one.oid::regclass);
         END LOOP;
         FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'kept'::regnamespace AND relkind = 'r' LOOP
           EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM kept.%1$I', one.relname);
         END LOOP;
         PERFORM setval(name::regclass, coalesce(last_value, 1), last_value IS NOT NULL) FROM kept.sequences;
       END $$`,
    ],
    url,
  );
}

/**
 * Closes all connections to a copy of a database with `keepRows`, renames it so that none reconnects, and empties it.
 */
export async function emptyDatabase(name: string, newName: string): Promise<void> {
  await onServer([
    // PostgreSQL itself checks for remaining connections only ten times a second.
    `DO $$ BEGIN
       PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}';
       FOR look IN 1..1000 LOOP
         PERFORM pg_stat_clear_snapshot();
         EXIT WHEN NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = '${name}');
         PERFORM pg_sleep(0.002);
       END LOOP;
     END $$`,
    `ALTER DATABASE ${name} RENAME TO ${newName}`,
  ]);
  await onServer('SELECT kept.restore()', databaseAt(newName));
}
