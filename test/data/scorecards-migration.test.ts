import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultScorecard } from '../../src/features/analysis/extraction-fields/default-scorecard.ts';
import { onEachDatabase } from './databases.ts';
import { openEarlierSchema } from './earlier-schema.ts';
import { migrationsDir } from './postgres-server.ts';

const migration = readdirSync(join(migrationsDir, 'sqlite')).find((name) => name.endsWith('_scorecards.sql')) as string;

onEachDatabase('the migration that gives organisations a scorecard', (where) => {
  test.each([
    ['active where the installation has no criteria', false],
    ['inactive where it has some', true],
  ])('adds it once, %s', async (_what, hasCriteria) => {
    const { run, migrate } = openEarlierSchema(await where.emptyPlace());
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
