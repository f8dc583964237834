import { eq } from 'drizzle-orm';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { beforeEach, expect, test } from 'vitest';
import { type Database, forOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createCallStore } from '../../src/features/calls/calls/store.ts';
import { onEachDatabase, openAt } from './databases.ts';
import { newCall, newFlow, ours, theirs } from './sample-rows.ts';

onEachDatabase('tenancy', ({ place }) => {
  let database: Database;
  const mine = () => forOrganisation(database, ours);
  const other = () => forOrganisation(database, theirs);

  beforeEach(async () => {
    database = await openAt(await place());
  });

  test('a query needs an organisation', () => {
    expect(() => forOrganisation(database, '' as OrganisationId)).toThrow();
  });

  test('a query without an organisation does not compile', () => {
    const store = createCallStore(database, { owner: '', leaseUntil: () => '' });
    const wrong = [
      // @ts-expect-error no organisation
      () => forOrganisation(database),
      // @ts-expect-error a text is not an organisation
      () => forOrganisation(database, 'ours'),
      // @ts-expect-error a store needs the organisation of the row to find
      () => store.get('a call'),
      // @ts-expect-error and of the rows to list
      () => store.list({}, { limit: 1, offset: 0 }),
      // @ts-expect-error the database has no queries but by its system path
      () => database.read,
      // @ts-expect-error the organisation is the tenant's to fill in
      () => mine().tx((queries) => queries.insert(database.tables.calls, [{ ...newCall('x'), organisationId: ours }])),
      // @ts-expect-error a table that belongs to no organisation
      () => mine().read.select(sqliteTable('t', { uuid: text('uuid') })),
      // @ts-expect-error transactions are begun by tx
      () => mine().read.system.transaction(async () => {}),
    ];
    expect(wrong).toHaveLength(8);
  });

  test('every query of one organisation leaves the rows of another unchanged', async () => {
    const { flows } = database.tables;
    const active = eq(flows.status, 'active');
    await mine().tx((queries) => queries.insert(flows, [newFlow('one'), newFlow('two')]));
    await other().tx((queries) => queries.insert(flows, [newFlow('three')]));

    expect((await other().read.select(flows)).map(({ uuid }) => uuid)).toEqual(['three']);
    expect(await other().read.count(flows, active)).toBe(1);
    const many = ['one', 'three', ...Array.from({ length: 20 }, (_, index) => `missing ${index}`)];
    const { uuid } = flows;
    expect(await other().read.pickAmong(flows, { uuid }, uuid, many)).toEqual([{ uuid: 'three' }]);
    expect(await other().read.pickAmong(flows, { uuid }, uuid, [])).toEqual([]);
    expect(await other().tx((queries) => queries.update(flows, { name: 'changed' }, active))).toBe(1);
    // A key that another organisation has taken is as if it were one's own: nothing is new.
    expect(await other().tx((queries) => queries.insertNew(flows, [newFlow('one'), newFlow('four')]))).toBe(1);
    expect(await other().tx((queries) => queries.delete(flows, active))).toBe(2);
    expect(await other().read.count(flows)).toBe(0);
    expect((await mine().read.select(flows)).map(({ uuid, name }) => [uuid, name]).sort()).toEqual([
      ['one', 'one'],
      ['two', 'two'],
    ]);
  });

  test('an extra condition cannot widen a query', async () => {
    const { flows } = database.tables;
    await mine().tx((queries) => queries.insert(flows, [newFlow('one')]));
    await other().tx((queries) => queries.insert(flows, [newFlow('two')]));
    const { read } = mine();
    const names = await read.system.select({ name: flows.name }).from(flows).where(read.own(flows));
    expect(names).toEqual([{ name: 'one' }]);
  });
});
