import { readMigrations } from '../../src/data/index.ts';
import type { openEarlierSchema } from './earlier-schema.ts';
import { migrationsDir } from './postgres-server.ts';

type EarlierSchema = ReturnType<typeof openEarlierSchema>;

/** The last migration of the chain that the baseline replaces, and its digest. */
export function lastReplaced(dialect: 'sqlite' | 'postgres') {
  const [baseline] = readMigrations(`${migrationsDir}/${dialect}`);
  if (baseline?.replaces === undefined) throw new Error('the first migration is no baseline');
  return { ...baseline.replaces, baseline: baseline.name };
}

/** Records the chain in place of the baseline, up to a number, as a database of before the baseline does. */
export async function recordChain({ run }: EarlierSchema, dialect: 'sqlite' | 'postgres', until = 72): Promise<void> {
  const { name, sha256, baseline } = lastReplaced(dialect);
  const rows = Array.from({ length: until }, (_, index) =>
    index === 71
      ? `('${name}', '${sha256}', 'then')`
      : `('${String(index + 1).padStart(4, '0')}_earlier.sql', '${index}', 'then')`,
  );
  await run(`DELETE FROM schema_migrations WHERE name = '${baseline}'`);
  await run(`INSERT INTO schema_migrations (name, sha256, applied_at) VALUES ${rows.join(', ')}`);
}
