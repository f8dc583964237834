import { randomBytes } from 'node:crypto';
import { describe, inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { migratedFolder, temporaryFolder } from '../http/test-app.ts';
import {
  copyDatabase,
  databaseAt,
  dropDatabase,
  emptyDatabase,
  migrationsDir,
  onServer,
  server,
} from './postgres-server.ts';

/** The machine that every change is checked on has a server; a developer's need not. */
const absence = await onServer('SELECT 1').then(
  () => undefined,
  (error: Error) => {
    if (process.env.CI === 'true') throw new Error(`PostgreSQL must be there in CI: ${error.message}`);
    return `no PostgreSQL at ${server.replace(/:[^:@/]*@/, '@')}`;
  },
);

/** An empty database of its own on the server, dropped when the test ends. Answers its URL. */
export async function freshPostgres(): Promise<string> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(name, 'template0');
  onTestFinished(() => dropDatabase(name));
  return databaseAt(name);
}

/** Databases with all migrations and no rows, which tests of this process have used. The end of the run drops them. */
const spare: string[] = [];

/** A database with all migrations and no rows. Emptying one takes a tenth of the time of a new copy. */
async function migratedPostgres(): Promise<string> {
  const migrated = inject('migrated')?.postgres;
  if (migrated === undefined) return freshPostgres();
  const nextName = () => `${migrated}_${randomBytes(6).toString('hex')}`;
  let name = spare.pop();
  if (name === undefined) {
    name = nextName();
    await copyDatabase(name, migrated);
  }
  const used = name;
  onTestFinished(async () => {
    const renamed = nextName();
    await emptyDatabase(used, renamed);
    spare.push(renamed);
  });
  return databaseAt(used);
}

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

export interface TestDatabase {
  readonly name: Database['dialect'];
  /** Where a new database is that has all migrations and no rows: two that open it share it. */
  place(): Promise<Place>;
  /** Where there is nothing yet. */
  emptyPlace(): Promise<Place>;
}

const places: readonly TestDatabase[] = [
  {
    name: 'sqlite',
    place: async () => ({ dataDir: migratedFolder() }),
    emptyPlace: async () => ({ dataDir: temporaryFolder() }),
  },
  {
    name: 'postgres',
    place: async () => ({
      dataDir: temporaryFolder(),
      databaseUrl: await migratedPostgres(),
    }),
    emptyPlace: async () => ({ dataDir: temporaryFolder(), databaseUrl: await freshPostgres() }),
  },
];

/**
 * A server that others use too, over real sockets: a test that fails on it gets a second chance, as those of `live` in
 * vitest.config.ts. `npm test` prints who needed it, and fails in CI when the same one needs it again.
 */
const overSockets = { retry: 1 } as const;

/** Runs a suite on each dialect; what cannot be run here is skipped with its reason. */
export function onEachDatabase(what: string, suite: (database: TestDatabase) => void): void {
  for (const place of places) {
    const why = place.name === 'postgres' ? absence : undefined;
    const title = `${what} on ${place.name}${why === undefined ? '' : `: ${why}`}`;
    const most = place.name === 'postgres' ? overSockets : {};
    describe.skipIf(why !== undefined)(title, most, () => suite(place));
  }
}

export const onPostgres = (what: string, suite: (database: TestDatabase) => void): void =>
  void describe.skipIf(absence !== undefined)(
    `${what}${absence === undefined ? '' : `: ${absence}`}`,
    overSockets,
    () => suite(places[1] as TestDatabase),
  );

/** Closed when the test ends. */
export async function openAt(place: Place): Promise<Database> {
  const database = await openDatabase({ ...place, migrationsDir });
  onTestFinished(() => database.close());
  return database;
}
