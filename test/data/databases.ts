import { randomBytes } from 'node:crypto';
import { describe, inject, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/data/index.ts';
import { migratedFolder, type OnEnd, temporaryFolder } from '../http/test-app.ts';
import {
  copyDatabase,
  databaseAt,
  dropDatabase,
  emptyDatabase,
  migrationsDir,
  onServer,
  server,
} from './postgres-server.ts';

/** CI has a PostgreSQL server; a developer's machine need not. */
const absence = await onServer('SELECT 1').then(
  () => undefined,
  (error: Error) => {
    if (process.env.CI === 'true') throw new Error(`PostgreSQL must be there in CI: ${error.message}`);
    return `no PostgreSQL at ${server.replace(/:[^:@/]*@/, '@')}`;
  },
);

/** Creates an empty database on the server, dropped when the test ends. Returns its URL. */
export async function freshPostgres(onEnd: OnEnd = onTestFinished): Promise<string> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await copyDatabase(name, 'template0');
  onEnd(() => dropDatabase(name));
  return databaseAt(name);
}

/** Used databases with all migrations and no rows; dropped at the end of the run. */
const spare: string[] = [];

/** Returns a database with all migrations and no rows. Emptying one takes a tenth of the time of a new copy. */
async function migratedPostgres(onEnd: OnEnd): Promise<string> {
  const migrated = inject('migrated')?.postgres;
  if (migrated === undefined) return freshPostgres(onEnd);
  const nextName = () => `${migrated}_${randomBytes(6).toString('hex')}`;
  let name = spare.pop();
  if (name === undefined) {
    name = nextName();
    await copyDatabase(name, migrated);
  }
  const used = name;
  onEnd(async () => {
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
  /**
   * Returns the place of a new database with all migrations and no rows; opening it twice shares it. It is removed when
   * the test ends, or by the functions that `onEnd` receives.
   */
  place(onEnd?: OnEnd): Promise<Place>;
  /** Returns a place without a database. */
  emptyPlace(): Promise<Place>;
}

const places: readonly TestDatabase[] = [
  {
    name: 'sqlite',
    place: async (onEnd) => ({ dataDir: migratedFolder(onEnd) }),
    emptyPlace: async () => ({ dataDir: temporaryFolder() }),
  },
  {
    name: 'postgres',
    place: async (onEnd = onTestFinished) => ({
      dataDir: temporaryFolder(onEnd),
      databaseUrl: await migratedPostgres(onEnd),
    }),
    emptyPlace: async () => ({ dataDir: temporaryFolder(), databaseUrl: await freshPostgres() }),
  },
];

/** The dialect of this project of vitest.config.ts; both in the projects without one, as those of kills. */
const only = process.env.TEST_DATABASE;

/**
 * Runs a suite on each dialect: `npm test` on SQLite, `npm run test:reliability` on PostgreSQL. A dialect that is
 * unavailable is skipped with the reason.
 */
export function onEachDatabase(what: string, suite: (database: TestDatabase) => void): void {
  for (const place of places.filter(({ name }) => only === undefined || name === only)) {
    const why = place.name === 'postgres' ? absence : undefined;
    const title = `${what} ${on[place.name]}${why === undefined ? '' : `: ${why}`}`;
    describe.skipIf(why !== undefined)(title, () => suite(place));
  }
}

/** Runs a suite of what only PostgreSQL has. */
export function onPostgres(what: string, suite: (database: TestDatabase) => void): void {
  if (only === 'sqlite') return;
  const title = `${what} ${on.postgres}${absence === undefined ? '' : `: ${absence}`}`;
  describe.skipIf(absence !== undefined)(title, () => suite(places[1] as TestDatabase));
}

/** Ends the titles of suites: `npm run test:reliability` selects by it. */
const on = { sqlite: '(SQLite)', postgres: '(PostgreSQL)' } as const;

/** Opens a database that is closed when the test ends. */
export async function openAt(place: Place): Promise<Database> {
  const database = await openDatabase({ ...place, migrationsDir });
  onTestFinished(() => database.close());
  return database;
}
