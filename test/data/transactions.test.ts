import { AsyncResource } from 'node:async_hooks';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Database, isDiskTrouble, type Queries } from '../../src/data/index.ts';
import { onEachDatabase, openAt, type TestDatabase } from './databases.ts';
import { newFlow, ours } from './sample-rows.ts';

/** Both are there before either goes on, the first time they come: the worst moment for a second session. */
function meetingOf(count: number): () => Promise<void> {
  let missing = count;
  const waiting: (() => void)[] = [];
  return async () => {
    missing -= 1;
    if (missing > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    for (const resolve of waiting) resolve();
  };
}

onEachDatabase('a transaction', (dialect) => {
  let place: Awaited<ReturnType<TestDatabase['place']>>;
  let database: Database;
  beforeEach(async () => {
    place = await dialect.place();
    database = await openAt(place);
  });

  const names = async (queries: Queries = database.system.read): Promise<string[]> => {
    const { flows } = database.tables;
    return (await queries.select().from(flows).orderBy(flows.uuid)).map(({ name }) => name);
  };
  const add = async (queries: Queries, uuid: string, name = '0'): Promise<void> =>
    queries.insert(database.tables.flows).values({ ...newFlow(uuid, { name }), organisationId: ours });
  const rename = async (queries: Queries, uuid: string, name: string): Promise<void> =>
    queries.update(database.tables.flows).set({ name }).where(eq(database.tables.flows.uuid, uuid));
  /** Another session: a second process, where one thread can hold both without waiting for itself. */
  const second = async (): Promise<Database> => (dialect.name === 'postgres' ? openAt(place) : database);
  /** Sessions on one SQLite file take turns, so only those of a server can be made to meet. */
  const meet = (): (() => Promise<void>) => (dialect.name === 'postgres' ? meetingOf(2) : async () => {});

  test('that throws leaves nothing, and the next one works', async () => {
    const boom = database.system.tx(async (queries) => {
      await add(queries, 'one');
      await Promise.resolve();
      throw new Error('boom');
    });
    await expect(boom).rejects.toThrow('boom');
    expect(await names()).toEqual([]);
    await database.system.tx((queries) => add(queries, 'one'));
    expect(await names()).toEqual(['0']);
  });

  test('is invisible until it commits', async () => {
    await database.system.tx(async (queries) => {
      await add(queries, 'one');
      expect(await names()).toEqual([]);
      expect(await names(queries)).toEqual(['0']);
    });
    expect(await names()).toEqual(['0']);
  });

  test('inside another is rejected instead of deadlocking', async () => {
    const { system } = database;
    await expect(system.tx(() => system.tx(async () => 1))).rejects.toThrow('tx inside tx');
  });

  test('loses no update to another session that read the same row', async () => {
    const other = await second();
    await database.system.tx((queries) => add(queries, 'one'));
    const met = meet();
    const count = ({ system }: Database) =>
      system.tx(async (queries) => {
        const [before] = await names(queries);
        await met();
        await rename(queries, 'one', String(Number(before) + 1));
      });
    await Promise.all([count(database), count(other)]);
    expect(await names()).toEqual(['2']);
  });

  test('is repeated when another session changes what it read', async () => {
    const other = await second();
    await database.system.tx(async (queries) => {
      await add(queries, 'one', 'on duty');
      await add(queries, 'two', 'on duty');
    });
    const met = meet();
    // Each may leave as long as the other stays: reads cross with writes, and no row is written by both.
    const leave = ({ system }: Database, uuid: string) =>
      system.tx(async (queries) => {
        const onDuty = (await names(queries)).filter((name) => name === 'on duty').length;
        await met();
        if (onDuty > 1) await rename(queries, uuid, 'gone');
      });
    await Promise.all([leave(database, 'one'), leave(other, 'two')]);
    expect((await names()).sort()).toEqual(['gone', 'on duty']);
  });

  test('sees the row that another session added, or is seen by it', async () => {
    const other = await second();
    const met = meet();
    const addFirst = ({ system }: Database, uuid: string) =>
      system.tx(async (queries) => {
        const found = await names(queries);
        await met();
        if (found.length === 0) await add(queries, uuid);
      });
    await Promise.all([addFirst(database, 'one'), addFirst(other, 'two')]);
    expect(await names()).toHaveLength(1);
  });

  test('under many concurrent requests completes them all, whatever they conflict in', async () => {
    await database.system.tx((queries) => add(queries, 'one'));
    const count = () =>
      database.system.tx(async (queries) => {
        const [before] = await names(queries);
        await rename(queries, 'one', String(Number(before) + 1));
      });
    await Promise.all(Array.from({ length: 20 }, count));
    expect(await names()).toEqual(['20']);
  });

  test('is not starved by faster transactions of its process', async () => {
    await database.system.tx((queries) => add(queries, 'one'));
    let hammered = 0;
    let isOver = false;
    const hammering = (async () => {
      while (!isOver) {
        await database.system.tx((queries) => rename(queries, 'one', `hammered ${hammered + 1}`));
        hammered += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await expect.poll(() => hammered).toBeGreaterThan(0);
    // Waits until the other writer has written once more, at most a second.
    const overtaken = async (): Promise<void> => {
      const before = hammered;
      for (const sinceMs = performance.now(); hammered === before && performance.now() - sinceMs < 1000; )
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await database.system.tx(async (queries) => {
      const [name] = await names(queries);
      await overtaken();
      await add(queries, 'two', `seen after ${name}`);
      await rename(queries, 'one', 'mine');
    });
    isOver = true;
    await hammering;
    expect(await names()).toContainEqual(expect.stringMatching(/^seen after hammered/));
  });

  test('runs concurrent statements one after the other', async () => {
    await database.system.tx(async (queries) => {
      await Promise.all(['one', 'two', 'three'].map((uuid) => add(queries, uuid, uuid)));
    });
    expect(await names()).toEqual(['one', 'three', 'two']);
  });

  test('is the only way to write', async () => {
    await expect((async () => add(database.system.read, 'one'))()).rejects.toThrow(/read.?only/);
    expect(await names()).toEqual([]);
  });

  test('that is rejected names the reason without the values', async () => {
    await database.system.tx((queries) => add(queries, 'one'));
    const twice = await database.system
      .tx((queries) => add(queries, 'one', 'a secret'))
      .catch((error: unknown) => error);
    expect(twice).toBeInstanceOf(Error);
    expect(isDiskTrouble(twice)).toBe(false);
    const { message, stack, ...rest } = twice as Error;
    expect(`${message} ${stack} ${JSON.stringify(rest)}`).not.toContain('secret');
    expect(message).toMatch(/unique/i);
  });

  test('preserves numbers, text and JSON', async () => {
    const { flows, flowKnowledge, calls } = database.tables;
    const config = { nothing: null, list: [1, 2.5, -1e300], 'a "key"': 'नमस्ते \u0007 \u{1f600}', deep: { no: false } };
    const position = 2 ** 52 + 1;
    const answered = { answeredConfidence: 0.1 + 0.2, medianLatencyMs: 1e-300, durationMs: 2 ** 40 };
    const call = {
      uuid: 'c',
      organisationId: ours,
      flowUuid: 'one',
      callType: 'test',
      dialect: 'browser',
      turns: 3,
    } as const;
    await database.system.tx(async (queries) => {
      await queries.insert(flows).values({ ...newFlow('one', { config }), organisationId: ours });
      const knowledge = { organisationId: ours, flowUuid: 'one', documentId: 'd', position, title: '', text: 'नमस्ते' };
      await queries.insert(flowKnowledge).values(knowledge);
      const rest = { status: 'queued', fromNumber: '', toNumber: '', createdAt: 'then' } as const;
      await queries.insert(calls).values({ ...call, ...rest, ...answered });
    });
    const { read } = database.system;
    expect((await read.select().from(flows))[0]?.config).toEqual(config);
    expect((await read.select().from(flowKnowledge))[0]).toMatchObject({ position, text: 'नमस्ते', title: '' });
    expect((await read.select().from(calls))[0]).toMatchObject({ ...call, ...answered, outcome: null });
  });

  test('leaves no pending promise when its database is closed', async () => {
    // Node marks each new resource with every store of the process that is enabled.
    const stores = () => Object.getOwnPropertySymbols(new AsyncResource('after')).length;
    const before = stores();
    const another = await openAt(await dialect.place());
    await another.system.tx(async () => {});
    await another.close();
    expect(stores()).toBe(before);
  });

  test('sorts text by characters, and counts in numbers', async () => {
    const { flows } = database.tables;
    const names = ['b', 'B', 'a', 'ä', 'A', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z', '~'];
    await database.system.tx(async (queries) => {
      for (const name of names) await add(queries, name, name);
    });
    const rows = await database.system.read.select().from(flows).orderBy(flows.name);
    expect(rows.map(({ name }) => name)).toEqual([...names].sort());
    const counted = await database.system.read.rows<{ total: number; half: number }>(
      sql`SELECT count(*) AS total, count(*) * 0.5 AS half FROM ${flows} WHERE ${flows.name} > ${'a'}`,
    );
    expect(counted).toEqual([{ total: 3, half: 1.5 }]);
  });
});

test('temporary trouble is distinguished from faults at any depth', () => {
  const coded = (code: string): Error => Object.assign(new Error('it'), { code });
  for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', '53100', '57P01', '57P03', '40001', 'database_away'])
    expect(isDiskTrouble(new Error('query', { cause: coded(code) })), code).toBe(true);
  for (const code of ['SQLITE_CONSTRAINT', '23505', '42P01', 'ECONNREFUSED', '57014x'])
    expect(isDiskTrouble(coded(code)), code).toBe(false);
});
