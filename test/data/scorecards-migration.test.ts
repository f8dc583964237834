import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/data/index.ts';
import { defaultScorecard } from '../../src/features/extraction-fields/default-scorecard.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { onEachDatabase } from './databases.ts';
import { migrationsDir, onServer } from './postgres-server.ts';

const migration = readdirSync(join(migrationsDir, 'sqlite')).find((name) => name.endsWith('_scorecards.sql')) as string;

onEachDatabase('the migration that gives organisations a scorecard', (where) => {
  test.each([
    ['active where the installation has no criteria', false],
    ['inactive where it has some', true],
  ])('adds it once, %s', async (_what, hasCriteria) => {
    const { dataDir, databaseUrl } = await where.emptyPlace();
    const run = async (statement: string): Promise<unknown[]> => {
      if (databaseUrl !== undefined) return onServer(statement, databaseUrl);
      const file = new Sqlite(join(dataDir, 'parley.db'));
      try {
        if (statement.startsWith('SELECT')) return file.prepare(statement).all();
        file.exec(statement);
        return [];
      } finally {
        file.close();
      }
    };
    const migrate = async (names: (name: string) => boolean): Promise<void> => {
      const folder = temporaryFolder();
      for (const dialect of ['sqlite', 'postgres']) {
        mkdirSync(join(folder, dialect));
        for (const name of readdirSync(join(migrationsDir, dialect)).filter(names))
          cpSync(join(migrationsDir, dialect, name), join(folder, dialect, name));
      }
      const place = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl };
      await (await openDatabase({ ...place, migrationsDir: folder })).close();
    };
    await migrate((name) => name < migration);
    for (const uuid of ['a', 'b'])
      await run(
        `INSERT INTO organisations (uuid, name, created_at) VALUES ('${uuid}', 'One', '2026-01-01T00:00:00.000Z')`,
      );
    if (hasCriteria)
      await run(
        `INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position) VALUES ('own', 'Own', 'g', 'score', '[]', '', 0, 1, 4)`,
      );
    await migrate((name) => name <= migration);
    const columns = 'organisation_id, key, name, description, measure, is_active, only_if_connected, options';
    const rows = await run(
      `SELECT ${columns} FROM extraction_fields WHERE organisation_id IS NOT NULL ORDER BY organisation_id, position`,
    );
    const of = (organisation_id: string) =>
      defaultScorecard.map(({ key, name, description, measure }) =>
        expect.objectContaining({ organisation_id, key, name, description, measure, options: '[]' }),
      );
    expect(rows).toEqual([...of('a'), ...of('b')]);
    for (const row of rows as { is_active: unknown }[]) expect(Number(row.is_active)).toBe(hasCriteria ? 0 : 1);
  });
});
