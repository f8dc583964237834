import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { describe, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

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

/** The machine that every change is checked on has a server; a developer's need not. */
const absence = await onServer('SELECT 1').then(
  () => undefined,
  (error: Error) => {
    if (process.env.CI === 'true') throw new Error(`PostgreSQL must be there in CI: ${error.message}`);
    return `no PostgreSQL at ${server.replace(/:[^:@/]*@/, '@')}`;
  },
);

/** A database of its own on the server, dropped when the test ends. Answers its URL. */
export async function freshPostgres(): Promise<string> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  onTestFinished(async () => void (await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export interface TestDatabase {
  readonly name: Database['dialect'];
  /** Where a new, empty database is: two that open it share it. */
  place(): Promise<{ readonly dataDir: string; readonly databaseUrl?: string }>;
}

const places: readonly TestDatabase[] = [
  { name: 'sqlite', place: async () => ({ dataDir: temporaryFolder() }) },
  { name: 'postgres', place: async () => ({ dataDir: temporaryFolder(), databaseUrl: await freshPostgres() }) },
];

/** Runs a suite on each dialect; what cannot be run here is skipped with its reason. */
export function onEachDatabase(what: string, suite: (database: TestDatabase) => void): void {
  for (const place of places) {
    const why = place.name === 'postgres' ? absence : undefined;
    const title = `${what} on ${place.name}${why === undefined ? '' : `: ${why}`}`;
    describe.skipIf(why !== undefined)(title, () => suite(place));
  }
}

export const onPostgres = (what: string, suite: (database: TestDatabase) => void): void =>
  void describe.skipIf(absence !== undefined)(`${what}${absence === undefined ? '' : `: ${absence}`}`, () =>
    suite(places[1] as TestDatabase),
  );

/** Closed when the test ends. */
export async function openAt(place: Awaited<ReturnType<TestDatabase['place']>>): Promise<Database> {
  const database = await openDatabase({ ...place, migrationsDir });
  onTestFinished(() => database.close());
  return database;
}
