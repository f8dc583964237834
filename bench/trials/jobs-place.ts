import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Database, OrganisationId } from '../../src/data/index.ts';
import { createJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/log.ts';
import { effectMigrations } from './jobs-store.ts';

export interface Place {
  readonly dataDir: string;
  readonly migrationsDir: string;
  readonly databaseUrl?: string;
}

/** Adds the table for the effects of a trial. */
export async function preparePlace(dataDir: string): Promise<Place> {
  const root = new URL('../../../', import.meta.url);
  const migrationsDir = join(dataDir, 'migrations');
  await cp(fileURLToPath(new URL('migrations', root)), migrationsDir, { recursive: true });
  for (const [dialect, statement] of Object.entries(effectMigrations)) {
    const number = Number((await readdir(join(migrationsDir, dialect))).sort().at(-1)?.slice(0, 4)) + 1;
    await writeFile(join(migrationsDir, dialect, `${String(number).padStart(4, '0')}_effects.sql`), statement);
  }
  return { dataDir, migrationsDir };
}

/** Creates a new database: in a separate folder, or on a server where one may be created. */
export async function withPlace<T>(server: string | undefined, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-jobs-'));
  try {
    const place = await preparePlace(dataDir);
    if (server === undefined) return await work(place);
    return await withServerDatabase(server, (databaseUrl) => work({ ...place, databaseUrl }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Creates a separate database on a server and drops it afterwards. */
export async function withServerDatabase<T>(server: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `parley_trial_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}

const tenants = 10;

export async function enqueueMany(database: Database, count: number): Promise<void> {
  const nobody = { id: 'trial', isAlive: () => true };
  const clocks = { now: () => new Date(), nowMs: () => performance.now() };
  const log = createLog({ level: 'silent' });
  const jobs = createJobs(database, { ...clocks, log, owner: nobody, leaseMs: 30_000, concurrency: 0 });
  for (let from = 0; from < count; from += 250)
    await database.system.tx(async (queries) => {
      for (let index = from; index < Math.min(count, from + 250); index++) {
        const organisationId = `00000000-0000-4000-8000-00000000000${index % tenants}` as OrganisationId;
        await jobs.enqueue(queries, { kind: 'trial', organisationId, payload: { index }, maxAttempts: 50 });
      }
    });
}
