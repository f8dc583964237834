import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { StartFault } from '../start-fault.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

interface Applied {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Applies the numbered migrations of `folder` that are not applied yet, all in one transaction, so that two starts at
 * once wait for each other and a failure leaves the database as it was. Answers the names applied. Throws
 * `migration_altered`, `migration_missing` or `migration_failed`.
 */
export function migrate(connection: Sqlite.Database, folder: string): readonly string[] {
  const migrations = readMigrations(folder);
  connection.exec('BEGIN IMMEDIATE');
  try {
    const names = applyPending(connection, migrations);
    connection.exec('COMMIT');
    return names;
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function applyPending(connection: Sqlite.Database, migrations: readonly Migration[]): string[] {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL)',
  );
  const applied = connection.prepare('SELECT name, sha256 FROM schema_migrations ORDER BY name').all() as Applied[];
  checkHistory(applied, migrations);
  const remember = connection.prepare('INSERT INTO schema_migrations (name, sha256, applied_at) VALUES (?, ?, ?)');
  const pending = migrations.slice(applied.length);
  for (const migration of pending) {
    try {
      connection.exec(migration.sql);
    } catch (cause) {
      throw new StartFault('migration_failed', `Migration ${migration.name} failed: ${String(cause)}.`, { cause });
    }
    remember.run(migration.name, migration.sha256, new Date().toISOString());
  }
  return pending.map((migration) => migration.name);
}

/** What was applied must be the beginning of what there is, unchanged. */
function checkHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  applied.forEach((past, index) => {
    const same = migrations.find((migration) => migration.name === past.name);
    if (same === undefined) {
      throw new StartFault('migration_missing', `Migration ${past.name} was applied to this database but is not here.`);
    }
    if (same.sha256 !== past.sha256) {
      throw new StartFault('migration_altered', `Migration ${past.name} was altered after it had been applied.`);
    }
    if (migrations[index]?.name !== past.name) {
      throw new StartFault('migration_altered', `Migration ${migrations[index]?.name} was put before applied ones.`);
    }
  });
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const numbered = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name);
    if (numbered === null || Number(numbered[1]) !== index + 1) {
      throw new StartFault('migration_missing', `Migration ${name} is not number ${index + 1} of ${folder}.`);
    }
    // A checkout may rewrite line ends.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}
