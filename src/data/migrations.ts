import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../faults/start-fault.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
  /** The last of the migrations that a baseline replaces; undefined for other migrations. */
  readonly replaces?: { readonly name: string; readonly sha256: string };
}

export interface Applied {
  readonly name: string;
  readonly sha256: string;
}

export const historyTable =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, applied_at TEXT NOT NULL)';

export interface Plan {
  /** The names recorded by migrations that the baseline replaces. Its own record takes their place. */
  readonly replaced: readonly string[];
  readonly baseline?: Migration;
  readonly pending: readonly Migration[];
}

/**
 * Returns the migrations still to be applied, and the records to be replaced. What is applied must be an unchanged
 * prefix of the existing migrations, or include all that the baseline replaces; otherwise throws `migration_altered`,
 * `migration_missing` or `database_before_baseline`.
 */
export function planOf(applied: readonly Applied[], migrations: readonly Migration[]): Plan {
  const [baseline] = migrations;
  if (baseline?.replaces === undefined || !isBefore(applied[0]?.name, baseline))
    return { replaced: [], pending: pendingOf(applied, migrations) };
  const { name, sha256 } = baseline.replaces;
  const last = applied.findIndex((past) => past.name === name);
  if (last < 0) {
    const newest = applied.at(-1)?.name;
    throw new StartFault(
      'database_before_baseline',
      `The last migration of the database is ${newest}, and this version continues from ${name}.`,
    );
  }
  if (applied[last]?.sha256 !== sha256) {
    throw new StartFault('migration_altered', `Migration ${name} was changed after it was applied.`);
  }
  return {
    replaced: applied.slice(0, last + 1).map((past) => past.name),
    baseline,
    pending: pendingOf([baseline, ...applied.slice(last + 1)], migrations),
  };
}

/**
 * Returns the names of applied migrations as this version records them; undefined if they end before the last one that
 * the baseline replaces.
 */
export function currentNames(
  applied: readonly string[],
  migrations: readonly Migration[],
): readonly string[] | undefined {
  const [baseline] = migrations;
  if (baseline?.replaces === undefined || !isBefore(applied[0], baseline)) return applied;
  const last = applied.indexOf(baseline.replaces.name);
  return last < 0 ? undefined : [baseline.name, ...applied.slice(last + 1)];
}

const isBefore = (first: string | undefined, baseline: Migration): boolean =>
  first !== undefined && numberOf(first) < numberOf(baseline.name);

function pendingOf(applied: readonly Applied[], migrations: readonly Migration[]): readonly Migration[] {
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

const numberOf = (name: string): number => Number(name.slice(0, 4));

/**
 * Returns the numbered files of a folder in order. The first is number 1, or a baseline, whose comment `-- replaces the
 * migrations up to <name> <SHA-256>` names what it stands for. Throws `migration_missing` if a number is missing.
 */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const first = /^(\d{4})_baseline\.sql$/.exec(names[0] ?? '')?.[1] ?? '0001';
  return names.map((name, index) => {
    const expected = Number(first) + index;
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name) || numberOf(name) !== expected) {
      throw new StartFault('migration_missing', `Migration ${name} is not number ${expected} of ${folder}.`);
    }
    // A Git checkout may have converted line endings.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const sha256 = createHash('sha256').update(sql).digest('hex');
    const [, replacedName, replacedSha256] =
      /^-- replaces the migrations up to (\S+\.sql) ([0-9a-f]{64})$/m.exec(index === 0 ? sql : '') ?? [];
    if (replacedName === undefined || replacedSha256 === undefined) return { name, sql, sha256 };
    return { name, sql, sha256, replaces: { name: replacedName, sha256: replacedSha256 } };
  });
}
