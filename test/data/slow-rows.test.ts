import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEachDatabase, openAt } from './databases.ts';
import { newFlow, ours } from './sample-rows.ts';

/** Counts to a number: work for the database that needs no rows. */
const counting = (to: number) => sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
  SELECT count(*) AS counted FROM n`;

onEachDatabase('slow reads', (dialect) => {
  const open = async () => openAt(await dialect.place());

  test('have the rows of the statement, with what was committed before', async () => {
    const { system, tables } = await open();
    const own = sql`SELECT name FROM ${tables.flows} WHERE name <> ${'Pine'} ORDER BY name`;
    expect(await system.slowRows(own, ours)).toEqual([]);
    for (const name of ['Birch', 'Pine'])
      await system.tx((queries) =>
        queries.insert(tables.flows).values({ ...newFlow(name, { name }), organisationId: ours }),
      );
    expect(await system.slowRows(own, ours)).toEqual([{ name: 'Birch' }]);
  });

  test('reject with what the database says, and the next one is answered', async () => {
    const { system } = await open();
    await expect(system.slowRows(sql`SELECT * FROM nothing_of_the_kind`, ours)).rejects.toThrow(/nothing_of_the_kind/);
    const [row] = await system.slowRows<{ counted: unknown }>(counting(10), ours);
    expect(Number(row?.counted)).toBe(10);
  });

  test('let other requests go on', async () => {
    const { system } = await open();
    const ended: string[] = [];
    const slow = system.slowRows(counting(2_000_000), ours).then(() => ended.push('slow'));
    await system.read.rows(sql`SELECT 1 AS one`);
    await new Promise((resolve) => setImmediate(resolve));
    ended.push('others');
    await slow;
    expect(ended).toEqual(['others', 'slow']);
  });
});
