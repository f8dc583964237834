import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../faults/start-fault.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export interface Applied {
  readonly name: string;
  readonly sha256: string;
}

export const historyTable =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL)';

/**
 * Returns the migrations still to be applied. The applied ones must be an unchanged prefix of the existing ones;
 * otherwise throws `migration_altered` or `migration_missing`.
 */
export function pendingOf(applied: readonly Applied[], migrations: readonly Migration[]): readonly Migration[] {
  applied.forEach((past, index) => {
    const same = migrations.find((migration) => migration.name === past.name);
    if (same === undefined) {
      throw new StartFault(
        'migration_missing',
        `Migration ${past.name} was applied to this database but does not exist in this version.`,
      );
    }
    if (same.sha256 !== past.sha256) {
      throw new StartFault('migration_altered', `Migration ${past.name} was changed after it was applied.`);
    }
    if (migrations[index]?.name !== past.name) {
      throw new StartFault(
        'migration_altered',
        `Migration ${migrations[index]?.name} comes before migrations that were already applied.`,
      );
    }
  });
  return migrations.slice(applied.length);
}

export const migrationFailed = (name: string, cause: unknown): StartFault =>
  new StartFault('migration_failed', `Migration ${name} failed: ${String(cause)}.`, { cause });

/** Returns the numbered files of a folder in order. Throws `migration_missing` if a number is missing. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const numbered = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name);
    if (numbered === null || Number(numbered[1]) !== index + 1) {
      throw new StartFault('migration_missing', `Migration ${name} is not number ${index + 1} of ${folder}.`);
    }
    // A Git checkout may have converted line endings.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}
