import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Location of a benchmark database. */
export interface Place {
  readonly dialect: 'sqlite' | 'postgres';
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/** Creates an empty folder and, if a server is named, an empty database on it; removes both afterwards. */
export async function withPlace<T>(server: string | undefined, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-api-'));
  try {
    if (server === undefined) return await work({ dialect: 'sqlite', dataDir });
    const name = `parley_bench_${randomBytes(6).toString('hex')}`;
    await tell(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    try {
      const url = new URL(server);
      url.pathname = `/${name}`;
      return await work({ dialect: 'postgres', dataDir, databaseUrl: url.href });
    } finally {
      await tell(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Does what a server does by itself within minutes: otherwise the first queries are planned for empty tables, and
 * seeded data is written to disk while they are timed.
 */
export async function settle({ databaseUrl }: Place): Promise<void> {
  if (databaseUrl === undefined) return;
  await tell(databaseUrl, 'VACUUM ANALYZE');
  await tell(databaseUrl, 'CHECKPOINT');
}

const tell = (server: string, statement: string) => run('psql', [server, '--no-psqlrc', '--quiet', '-c', statement]);
