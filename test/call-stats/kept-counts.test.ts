import { count, eq, inArray, sum } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createRandom } from '../../media/emulator/random.ts';
import { type Database, openDatabase } from '../../src/data/index.ts';
import type { CallFilter } from '../../src/features/calls/call-stats/call-filter.ts';
import { createCountFolding } from '../../src/features/calls/call-stats/count-folding-store.ts';
import { createCallViewStore } from '../../src/features/calls/calls/call-view-store.ts';
import { storeCall } from '../calls/stored-calls.ts';
import { onEachDatabase, onPostgres, openAt } from '../data/databases.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import { ours, theirs } from '../data/sample-rows.ts';

const outcomes = ['connected', 'voicemail', 'no-answer', 'failed', null] as const;
const sentiments = ['positive', 'neutral', 'negative', null] as const;
/** The last is of calls that teammates made. */
const flowUuids = ['f', 'g', ''];
/** Around the ends of days, months and years, and in the midst of them. */
const moments = ['12-31T23:59:59.999', '01-01T00:00:00.000', '01-01T12:00:00.000', '01-31T23:59:59.999']
  .concat(['02-01T00:00:00.000', '02-01T00:00:00.001', '02-11T08:00:00.000', '02-12T00:00:00.000'])
  .concat(['02-28T24:00:00.000', '03-01T00:00:00.000', '03-31T10:00:00.000', '12-01T00:00:00.000'])
  .flatMap((moment) => [2025, 2026].map((year) => new Date(`${year}-${moment}Z`).toISOString()));

function drawing(seed: number) {
  const random = createRandom(seed);
  const below = (bound: number): number => Math.floor(random() * bound);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const maybe = <T>(value: T): T | undefined => (below(2) === 0 ? value : undefined);
  return { below, oneOf, maybe };
}

const drawnCall = ({ below, oneOf }: ReturnType<typeof drawing>) => ({
  callType: oneOf(['inbound', 'outbound', 'test'] as const),
  organisationId: oneOf([ours, ours, theirs]),
  flowUuid: oneOf(flowUuids),
  createdAt: oneOf(moments),
  outcome: oneOf(outcomes),
  sentiment: oneOf(sentiments),
  durationMs: oneOf([null, below(100_000)]),
});

const drawnFilter = ({ oneOf, maybe }: ReturnType<typeof drawing>): CallFilter => ({
  flowUuid: maybe(oneOf([...flowUuids, 'none'])),
  outcome: maybe(oneOf(outcomes)) ?? undefined,
  sentiment: maybe(oneOf(sentiments)) ?? undefined,
  from: maybe(oneOf(moments)),
  before: maybe(oneOf(moments)),
  withTests: maybe(true),
});

/** Adds, changes and removes calls, most of them one by one. */
async function change({ system, tables }: Database, draw: ReturnType<typeof drawing>, uuids: string[]): Promise<void> {
  const { calls } = tables;
  const { below, oneOf } = draw;
  const kind = below(10);
  const some = [oneOf(uuids), oneOf(uuids)];
  const { organisationId, ...values } = drawnCall(draw);
  if (kind < 5 || uuids.length < 3) {
    uuids.push(await storeCall({ system, tables } as Database, drawnCall(draw)));
  } else if (kind < 8) {
    const { createdAt, flowUuid, callType: _, ...usual } = values;
    const { outcome, sentiment, durationMs } = usual;
    const single = [{ outcome }, { sentiment }, { durationMs }, { createdAt }, { flowUuid }, { organisationId }];
    const { callType: _type, ...changed } = values;
    const set = oneOf<object>([changed, usual, { status: 'failed' }, ...single]);
    await system.tx(async (queries) => void (await queries.update(calls).set(set).where(inArray(calls.uuid, some))));
  } else if (kind < 9) {
    await system.tx(async (queries) => void (await queries.delete(calls).where(inArray(calls.uuid, some))));
  } else {
    const again = {
      ...(
        await system.read
          .select()
          .from(calls)
          .where(eq(calls.uuid, uuids[0] as string))
      )[0],
    };
    const work = system.tx(async (queries) => {
      await queries.update(calls).set({ durationMs: values.durationMs });
      if (again.uuid !== undefined)
        await queries
          .insert(calls)
          .values(again as never)
          .onConflictDoNothing();
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
  }
}

/** What the desk answers is what counting and listing each call answers. */
async function expectTrue(database: Database, filter: CallFilter, offset: number): Promise<void> {
  const views = createCallViewStore(database);
  const rows = (await database.system.read.select().from(database.tables.calls))
    .filter((row) => row.organisationId === ours && (filter.withTests === true || row.callType !== 'test'))
    .filter((row) => filter.flowUuid === undefined || row.flowUuid === filter.flowUuid)
    .filter((row) => filter.outcome === undefined || row.outcome === filter.outcome)
    .filter((row) => filter.sentiment === undefined || row.sentiment === filter.sentiment)
    .filter((row) => filter.from === undefined || row.createdAt >= filter.from)
    .filter((row) => filter.before === undefined || row.createdAt < filter.before)
    .sort((a, b) => (a.createdAt === b.createdAt ? (a.uuid < b.uuid ? -1 : 1) : a.createdAt > b.createdAt ? -1 : 1));
  const view = { organisation: ours, sight: undefined };
  const listed = await views.list(view, filter, { limit: 10, offset });
  const what = JSON.stringify({ filter, offset });
  expect(listed.total, what).toBe(rows.length);
  expect(
    listed.rows.map(({ uuid }) => uuid),
    what,
  ).toEqual(rows.slice(offset, offset + 10).map(({ uuid }) => uuid));
  const key = (row: { outcome: string | null; sentiment: string | null }) => `${row.outcome} ${row.sentiment}`;
  const groups = new Map<string, [number, number]>();
  for (const row of rows) {
    const [calls, durationMs] = groups.get(key(row)) ?? [0, 0];
    groups.set(key(row), [calls + 1, durationMs + (row.durationMs ?? 0)]);
  }
  const told = (await views.groups(view, filter)).map(
    (group) => [key(group), [group.calls, group.durationMs]] as const,
  );
  expect(new Map(told), what).toEqual(groups);
}

async function countOf(database: Database, table: 'callCounts' | 'callCountChanges'): Promise<number> {
  const [row] = await database.system.read.select({ rows: count() }).from(database.tables[table]);
  return row?.rows ?? 0;
}

onEachDatabase('kept counts of calls', ({ place }) => {
  test('kept counts equal the calls after any insert, update, delete and rollback', async () => {
    const database = await openAt(await place());
    const draw = drawing(7);
    const folding = createCountFolding(database, { atOnce: 5 });
    const uuids: string[] = [];
    let folded = 0;
    for (let step = 0; step < 150; step++) {
      await change(database, draw, uuids);
      if (draw.below(20) === 0) folded += await folding.round();
      if (step % 10 === 9) await expectTrue(database, drawnFilter(draw), draw.below(8));
    }
    for (let asked = 0; asked < 25; asked++) await expectTrue(database, drawnFilter(draw), draw.below(8));
    await expectTrue(database, {}, 0);
    expect(folded).toBeGreaterThan(40);
    expect(await countOf(database, 'callCountChanges')).toBeGreaterThan(0);
    await folding.round();
    expect(await countOf(database, 'callCountChanges')).toBeLessThan(5);
    for (let asked = 0; asked < 15; asked++) await expectTrue(database, drawnFilter(draw), draw.below(8));
  });

  test('kept counts find a deep page at the right offset', async () => {
    const database = await openAt(await place());
    const draw = drawing(8);
    const { calls } = database.tables;
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      ...drawnCall(draw),
      uuid: `c${String(index).padStart(4, '0')}`,
      organisationId: ours,
      status: 'completed' as const,
      callType: 'inbound' as const,
      dialect: 'telephony_a' as const,
      fromNumber: '+1',
      toNumber: '+2',
    }));
    for (let from = 0; from < rows.length; from += 500)
      await database.system.tx(
        async (queries) => void (await queries.insert(calls).values(rows.slice(from, from + 500))),
      );
    await createCountFolding(database).round();
    for (const offset of [1000, 1700, 2499, 9000]) await expectTrue(database, {}, offset);
    for (const from of moments.slice(2, 4)) await expectTrue(database, { from }, 1000 + draw.below(1000));
    for (const before of moments.slice(-3)) await expectTrue(database, { before }, 1000 + draw.below(1000));
    await expectTrue(database, { flowUuid: 'f', from: moments[2], before: moments[11] }, 1000);
  });

  test('kept counts are right when folding stops at any point', async () => {
    const where = await place();
    const statements: string[] = [];
    let cutAt: string | undefined;
    const at = (point: string): void => {
      statements.push(point);
      if (point === cutAt) throw new Error('cut off');
    };
    const database = await openDatabase({ ...where, migrationsDir, at });
    try {
      const draw = drawing(10);
      for (let stored = 0; stored < 24; stored++) await storeCall(database, drawnCall(draw));
      const folding = createCountFolding(database, { atOnce: 8 });
      statements.length = 0;
      await folding.round();
      const points = [...new Set(statements)];
      expect(points.some((point) => point.includes('call_counts'))).toBe(true);
      for (const point of points) {
        for (let stored = 0; stored < 16; stored++) await storeCall(database, drawnCall(draw));
        cutAt = point;
        await expect(folding.round()).rejects.toThrow('cut off');
        cutAt = undefined;
        await expectTrue(database, {}, 0);
        await folding.round();
        await expectTrue(database, {}, 0);
      }
    } finally {
      cutAt = undefined;
      await database.close();
    }
  });
});

onPostgres('kept counts of calls, by several processes', ({ place }) => {
  test('kept counts are right while calls end and counts are folded', async () => {
    const where = await place();
    const nodes = [await openAt(where), await openAt(where), await openAt(where)];
    const [first] = nodes as [Database];
    const draw = drawing(11);
    const uuids: string[] = [];
    for (let stored = 0; stored < 45; stored++)
      uuids.push(
        await storeCall(first, { ...drawnCall(draw), callType: 'inbound', organisationId: ours, outcome: null }),
      );
    const views = createCallViewStore(first);
    const view = { organisation: ours, sight: undefined };
    const totals = new Set<number>();
    let ending = true;
    const watching = (async () => {
      while (ending) totals.add((await views.list(view, {}, { limit: 1, offset: 0 })).total);
    })();
    const end = async ({ system, tables: { calls } }: Database, some: readonly string[]): Promise<void> => {
      for (const [index, uuid] of some.entries())
        for (const outcome of ['connected', 'failed', 'voicemail'] as const)
          await system.tx(
            async (queries) => void (await queries.update(calls).set({ outcome }).where(eq(calls.uuid, uuid))),
            { asIfAlone: index % 2 === 0 },
          );
    };
    const fold = async (database: Database): Promise<number> => {
      const folding = createCountFolding(database, { atOnce: 3 });
      let folded = 0;
      while (ending) folded += await folding.round();
      return folded + (await folding.round());
    };
    const folds = nodes.map(fold);
    await Promise.all(
      nodes.flatMap((node, index) =>
        [0, 1, 2].map((part) => end(node, uuids.slice(index * 15 + part * 5, index * 15 + part * 5 + 5))),
      ),
    );
    ending = false;
    await watching;
    const folded = (await Promise.all(folds)).reduce((all, some) => all + some, 0);
    expect([...totals]).toEqual([45]);
    expect(folded + (await countOf(first, 'callCountChanges'))).toBe(45 + 45 * 3 * 2);
    await expectTrue(first, {}, 0);
    await expectTrue(first, { outcome: 'voicemail' }, 0);
    const { callCounts, callCountChanges } = first.tables;
    const sumOf = async (table: typeof callCounts | typeof callCountChanges, grain?: 'day') =>
      Number(
        (
          await first.system.read
            .select({ all: sum(table.calls) })
            .from(table)
            .where(grain && eq(callCounts.grain, grain))
        )[0]?.all ?? 0,
      );
    expect((await sumOf(callCounts, 'day')) + (await sumOf(callCountChanges))).toBe(45);
  });
});
