import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp, postgresTarget, restore, sqliteTarget } from '../../src/backup/index.ts';
import { dataBeside, openDatabase } from '../../src/data/index.ts';
import { onEachDatabase, type Place } from '../data/databases.ts';
import { openEarlierSchema } from '../data/earlier-schema.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { lastReplaced, recordChain } from '../data/replaced-chain.ts';
import { temporaryFolder } from '../http/test-app.ts';

const seeds = join(import.meta.dirname, '..', 'data', 'seeds', '0072_baseline.sql');
const now = () => new Date('2026-01-02T03:04:05.678Z');

onEachDatabase('a backup of a database that the baseline replaces', ({ name: dialect, emptyPlace }) => {
  const { baseline } = lastReplaced(dialect);

  /** Backs up a database with rows whose history ends at a number. */
  async function backUpChain(until?: number): Promise<string> {
    const from = await emptyPlace();
    const schema = openEarlierSchema(from);
    await schema.migrate((name) => name === baseline);
    await schema.run(readFileSync(seeds, 'utf8'));
    await recordChain(schema, dialect, until);
    const path = join(temporaryFolder(), 'backup.tar');
    const { openSnapshot } = dataBeside(from);
    await backUp({
      path,
      dataDir: from.dataDir,
      version: '0',
      openSnapshot,
      ownerId: 'owner',
      place: null,
      withObjects: false,
      now,
      onStep: () => {},
    });
    return path;
  }

  const restoreTo = ({ dataDir, databaseUrl: url }: Place, path: string) =>
    restore({
      path,
      dataDir,
      target: url === undefined ? sqliteTarget({ dataDir, migrationsDir }) : postgresTarget({ url, migrationsDir }),
      replace: false,
      isInUse: async () => false,
      now,
      onStep: () => {},
    });

  test('is restored, and starts without an old record', async () => {
    const path = await backUpChain();
    const to = await emptyPlace();
    const { rows } = await restoreTo(to, path);
    expect(rows).toBeGreaterThan(90);
    const database = await openDatabase({ ...to, migrationsDir });
    expect(await database.system.read.select().from(database.tables.calls)).toHaveLength(6);
    await database.close();
    const history = await openEarlierSchema(to).run('SELECT name FROM schema_migrations ORDER BY name');
    expect(history[0]).toEqual({ name: baseline });
  });

  test('is rejected with the version it needs when it ends earlier', async () => {
    const path = await backUpChain(41);
    await expect(restoreTo(await emptyPlace(), path)).rejects.toMatchObject({
      code: 'backup_before_baseline',
      message: expect.stringContaining('0041_earlier.sql'),
      advice: expect.stringContaining('docs/upgrading.md'),
    });
  });
});
