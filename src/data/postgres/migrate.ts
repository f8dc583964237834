import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartFault } from '../../faults/start-fault.ts';
import { type Applied, historyTable, type Migration, migrationFailed, planOf, readMigrations } from '../migrations.ts';
import { serverName } from '../server-name.ts';
import { createClient } from './link.ts';

/** Older versions are no longer supported by the PostgreSQL project. */
const oldestMajor = 14;
/** Advisory lock taken while migrations are applied; any number that nothing else in the database uses. */
const lockKey = 7_082_501;

/**
 * A migration waits this long for servers that use a table. Others queue behind it meanwhile, so it gives way, and tries
 * again.
 */
const lockTimeoutMs = 2_000;
const maxTries = 20;
/** A deadlock with a transaction of a running server, and a lock that was not given in time. */
const inTheWay: readonly string[] = ['40P01', '55P03'];
const longestPauseMs = 500;

/**
 * Applies pending migrations in one transaction, so that simultaneous starts wait for each other, beside servers that
 * use the database. Returns their names.
 */
export async function migratePostgres(url: string, migrationsDir: string): Promise<readonly string[]> {
  const migrations = readMigrations(join(migrationsDir, 'postgres'));
  const client = createClient(url, 'parley migrations');
  try {
    await client.connect();
    await checkServer(client);
    for (let tries = 1; ; tries++) {
      try {
        return await applyPending(client, migrations);
      } catch (error) {
        if (tries === maxTries || !inTheWay.includes(codeOf(error))) throw error;
        await client.query('ROLLBACK');
        await pause(Math.random() * longestPauseMs);
      }
    }
  } catch (error) {
    throw named(error, serverName(url));
  } finally {
    // Closing the connection rolls back what was not committed.
    await client.end().catch(() => {});
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof StartFault ? error.cause : error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? '') : '';
};

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<readonly string[]> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  const { replaced, baseline, pending } = planOf(await history(client), migrations);
  if (baseline !== undefined) {
    await client.query('DELETE FROM schema_migrations WHERE name = ANY ($1)', [replaced]);
    await remember(client, baseline);
  }
  for (const migration of pending) {
    await client.query(migration.sql).catch((cause: unknown) => {
      throw migrationFailed(migration.name, cause);
    });
    await remember(client, migration);
  }
  await client.query('COMMIT');
  return pending.map(({ name }) => name);
}

async function history(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query("SELECT to_regclass('schema_migrations') AS it");
  // Created only if absent: even `IF NOT EXISTS` needs a privilege that the server's administrator may not grant.
  if ((rows[0] as { it: string | null }).it === null) await client.query(historyTable);
  return (await client.query<Applied>('SELECT name, sha256 FROM schema_migrations ORDER BY name COLLATE "C"')).rows;
}

const remember = (client: pg.Client, { name, sha256 }: Migration) =>
  client.query('INSERT INTO schema_migrations (name, sha256, applied_at) VALUES ($1, $2, $3)', [
    name,
    sha256,
    new Date().toISOString(),
  ]);

async function checkServer(client: pg.Client): Promise<void> {
  const setting =
    "SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding";
  const { rows } = await client.query<{ version: string; encoding: string }>(setting);
  const [row] = rows;
  const major = Math.floor(Number(row?.version) / 10_000);
  if (major < oldestMajor) {
    throw new StartFault('database_too_old', `The server is PostgreSQL ${major}; ${oldestMajor} or newer is needed.`);
  }
  if (row?.encoding !== 'UTF8') {
    throw new StartFault('database_refused', `The encoding of the database is ${row?.encoding}; UTF8 is required.`);
  }
}

function named(error: unknown, server: string): unknown {
  if (error instanceof StartFault) return error;
  if (!(error instanceof pg.DatabaseError)) {
    const why = error instanceof AggregateError ? error.errors.map(sentence).join(', ') : sentence(error);
    return new StartFault('database_unreachable', `${server} is unreachable: ${why}.`, { cause: error });
  }
  // Starting, stopping, full, or out of connections.
  const code = /^(57P|53)/.test(error.code ?? '') ? 'database_unreachable' : 'database_refused';
  return new StartFault(code, `${server} says: ${error.message}.`, { cause: error });
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));
