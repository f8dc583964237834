import { cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkClock, checkData } from '../../src/cli/data-checks.ts';
import { migrateCommand } from '../../src/cli/migrate-command.ts';
import { makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { createSecretSettings, createSettingStore } from '../../src/sealed-settings/index.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { temporaryFolder } from '../http/test-app.ts';

type Place = { readonly dataDir: string; readonly databaseUrl?: string };

function configOf({ dataDir, databaseUrl }: Place, key?: string) {
  const variables = {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(key === undefined ? {} : { SETTINGS_ENCRYPTION_KEY: key }),
  };
  return makeConfig(readEnvironment({ variables, workingDir: dataDir }), { rootDir: process.cwd(), version: '0' });
}

/** The migrations, and one more. */
function newerMigrations(): string {
  const folder = join(temporaryFolder(), 'migrations');
  cpSync(migrationsDir, folder, { recursive: true });
  for (const dialect of ['sqlite', 'postgres']) {
    const last = readdirSync(join(folder, dialect)).sort().at(-1)?.slice(0, 4);
    writeFileSync(
      join(folder, dialect, `${String(Number(last) + 1).padStart(4, '0')}_more.sql`),
      'CREATE TABLE more (a BIGINT);',
    );
  }
  return folder;
}

async function migrated(data: ReturnType<typeof configOf>['data'], argv: readonly string[] = []) {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  expect(await migrateCommand(argv, { config: { data }, print })).toBe(0);
  return printed;
}

const ownKey = 'a key of sixteen characters';

onEachDatabase('the data of an installation', ({ emptyPlace, place }) => {
  test('doctor reports a database of an older version without changing it, and migrate updates it', async () => {
    const where = await emptyPlace();
    const { data: older, accounts } = configOf(where);
    const data = { ...older, migrationsDir: newerMigrations() };
    expect(await checkData({ data, accounts })).toMatchObject([{ name: 'database', state: 'ok' }]);
    expect(await migrated(older)).toMatch(/^applied 0072_baseline.sql\n/);
    for (const _ of [1, 2]) {
      const [database] = await checkData({ data, accounts });
      expect(database).toMatchObject({ state: 'warning', detail: expect.stringContaining('pending') });
    }
    expect(await migrated(data)).toMatch(/^(applied \d{4}_\w+\.sql\n)+$/);
    expect(await migrated(data)).toBe('nothing to apply: the database is up to date\n');
    expect(JSON.parse(await migrated(data, ['--json']))).toEqual({ applied: [] });
    expect(await checkData({ data, accounts })).toMatchObject([
      { name: 'database', state: 'ok' },
      { name: 'secrets', state: 'ok', detail: expect.stringContaining('none') },
    ]);
    const [newer] = await checkData({ data: older, accounts });
    expect(newer).toMatchObject({ state: 'failed', detail: expect.stringContaining('by a newer version') });
  });

  test('is warned about when its files are in several data directories', async () => {
    const where = await place();
    const database = await openAt(where);
    const files = async () => (await checkData(configOf(where))).filter(({ name }) => name === 'files');
    const own = { organisationId: localOrganisation, holderKind: 'kb_document', digest: 'aa' };
    for (const at of [null, 'first']) {
      const row = { ...own, holderUuid: `of ${at}`, place: at };
      await database.system.tx((queries) => queries.insert(database.tables.fileReferences).values(row));
    }
    expect(await files()).toEqual([]);
    const row = { ...own, holderUuid: 'of second', place: 'second' };
    await database.system.tx((queries) => queries.insert(database.tables.fileReferences).values(row));
    const warning = { state: 'warning', detail: expect.stringContaining('2 data directories') };
    // SQLite is one data directory.
    expect(await files()).toMatchObject(where.databaseUrl === undefined ? [] : [warning]);
  });

  test('doctor reports secrets that the key cannot decrypt', async () => {
    const where = await place();
    const database = await openAt(where);
    const settings = (key: string | undefined) =>
      createSecretSettings(createSettingStore(database), createSealer(key), () => new Date());
    await settings(ownKey).put(localOrganisation, 'one', 'canary-secret');
    await settings(ownKey).put(localOrganisation, 'two', 'canary-secret');
    const secrets = async (key?: string) => (await checkData(configOf(where, key)))[1];
    expect(await secrets(ownKey)).toMatchObject({ state: 'ok', detail: 'all 2 are readable' });
    for (const key of ['another key of sixteen', undefined]) {
      expect(await secrets(key)).toMatchObject({ state: 'failed', detail: '2 of 2 are unreadable' });
      expect(await settings(key).get(localOrganisation, 'one')).toMatchObject({ state: 'unreadable' });
    }
    expect(JSON.stringify(await checkData(configOf(where, ownKey)))).not.toContain('canary');
  });
});

describe('damaged data is reported', () => {
  test('a file that is not a database is reported', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'parley.db'), 'no database '.repeat(1000));
    expect(await checkData(configOf({ dataDir }))).toMatchObject([{ name: 'database', state: 'failed' }]);
  });

  test('an unreachable database server is reported without its password', async () => {
    const databaseUrl = 'postgres://root:canary@127.0.0.1:1/none';
    const [check] = await checkData(configOf({ dataDir: temporaryFolder(), databaseUrl }));
    expect(check).toMatchObject({ name: 'database', state: 'failed', detail: expect.stringContaining('127.0.0.1:1') });
    expect(JSON.stringify(check)).not.toContain('canary');
  });

  test('a clock behind the stored data is reported', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'recordings'));
    const at = new Date('2040-01-01T00:00:00Z');
    utimesSync(join(folder, 'recordings'), at, at);
    const clock = async (time: string) => (await checkClock(folder, process.cwd(), Date.parse(time))).state;
    expect(await clock('2039-12-31T23:59:30Z')).toBe('ok');
    expect(await clock('2039-12-31T23:58:00Z')).toBe('failed');
  });
});
