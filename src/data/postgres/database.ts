import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { invariant } from '../../../media/kit/invariant.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import { createOccasional } from '../../occasional.ts';
import type { Database, DatabaseOptions, Queries } from '../database.ts';
import { serverName } from '../server-name.ts';
import { QueryRefused } from '../trouble.ts';
import { connect, createLink, type Link, openPool, queriesOn, type Run, runOn } from './link.ts';
import { listenOn } from './listen.ts';
import { migratePostgres } from './migrate.ts';
import { holdSessionLock } from './owner.ts';
import { createReadMemory } from './read-memory.ts';
import { postgresTables } from './tables.ts';
import { createTurns } from './turns.ts';
import { watchServer } from './watch.ts';

const defaultConnections = 12;
/** Few, because transactions of one process that touch the same rows only force each other to restart. */
const writingShare = 1 / 3;
const fullLogMs = 3_600_000;

/** Opens a PostgreSQL database, which several machines may share. Throws a `StartFault` if it cannot be used. */
export async function openPostgres(
  url: string,
  {
    migrationsDir,
    connections = defaultConnections,
    log,
    at = () => {},
  }: Pick<DatabaseOptions, 'migrationsDir' | 'connections' | 'log' | 'at'>,
): Promise<Database> {
  const writers = Math.ceil(connections * writingShare);
  const migrated = await migratePostgres(url, migrationsDir);
  const link = createLink(serverName(url), log);
  const reading = openPool({ url, link, connections: connections - writers, readOnly: true });
  const writing = openPool({ url, link, connections: writers, readOnly: false });
  const watch = watchServer(url, link);
  const inside = new AsyncLocalStorage<true>();
  const turns = createTurns();
  const onFull = createOccasional<number>({ intervalMs: fullLogMs, nowMs: () => performance.now() }, (_, bytes) =>
    log?.warn(
      { event: 'read_memory_full', bytes },
      'there are more agents and numbers than this server remembers: without the database, some are answered busy',
    ),
  );
  const memory = createReadMemory({ onFull });
  let closing: Promise<void> | undefined;
  const read = queriesOn(memory.readingOf(runOn(reading, link)));
  return {
    dialect: 'postgres',
    tables: postgresTables,
    system: {
      read,
      slowRows: (statement) => read.rows(statement),
      tx(work, { asIfAlone = true, isOneStatement = false } = {}) {
        if (inside.getStore()) return Promise.reject(new Error('tx inside tx'));
        const within = (queries: Queries) => inside.run(true, () => work(queries));
        return withRetries(turns, () =>
          isOneStatement
            ? within(queriesOn(onlyOnce(runOn(writing, link), at)))
            : inTransaction({ pool: writing, link, asIfAlone, at }, within),
        );
      },
    },
    version: undefined,
    silentSinceMs: link.silentSinceMs,
    answersForMs: link.answersForMs,
    remembered: memory.remembered,
    // The server maintains its own log.
    checkpoint: async () => {},
    migrated,
    ownerLock: () => holdSessionLock(url, link),
    listen: (channel, heard) => listenOn(url, link, channel, heard),
    async notify(channel, message) {
      await runOn(writing, link)({ text: 'SELECT pg_notify($1, $2)' }, [channel, message]);
    },
    close() {
      // The store of a closed database would slow down every later promise of the process.
      closing ??= Promise.all([watch.close(), reading.end(), writing.end()]).then(() => {
        inside.disable();
        memory.close();
      });
      return closing;
    },
  };
}

/** Returns a `Run` for exactly one statement, which commits by itself. */
function onlyOnce(run: Run, at: FaultPoint): Run {
  let isUsed = false;
  return async (query, values) => {
    invariant(!isUsed, 'expected a single SQL statement');
    isUsed = true;
    at(query.text);
    const result = await run(query, values);
    at('committed');
    return result;
  };
}

/**
 * Serialisable unless the work locks explicitly. A transaction that conflicts with another is rolled back and retried.
 */
async function inTransaction<T>(
  { pool, link, asIfAlone, at }: { pool: pg.Pool; link: Link; asIfAlone: boolean; at: FaultPoint },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await connect(pool, link);
  const run = runOn(client, link);
  // The server answers the statements of a connection in order. Those that the work issues at once are sent at once.
  let last: Promise<unknown> = Promise.resolve();
  let failed: Error | undefined;
  let isOver = false;
  async function send(...[query, values]: Parameters<Run>): ReturnType<Run> {
    invariant(!isOver, 'a statement came after the end of its transaction');
    at(query.text);
    return run(query, values);
  }
  const queries = queriesOn((query, values) => {
    const mine = send(query, values);
    const settled = mine.catch((error: Error) => {
      failed ??= error;
    });
    last = Promise.all([last, settled]).then(() => {});
    return mine;
  });
  let broken: Error | undefined;
  try {
    at('begin');
    await run({ text: `BEGIN ISOLATION LEVEL ${asIfAlone ? 'SERIALIZABLE' : 'READ COMMITTED'}` });
    const result = await work(queries);
    await last;
    isOver = true;
    // The server would answer this commit with success although it rolls back.
    if (failed !== undefined) throw failed;
    at('commit');
    await run({ text: 'COMMIT' });
    at('committed');
    return result;
  } catch (error) {
    isOver = true;
    await last;
    await run({ text: 'ROLLBACK' }).catch((lost: Error) => {
      broken = lost;
    });
    // A conflict takes precedence over any error that the work derived from it, because it causes a retry.
    throw isConflict(failed) ? failed : error;
  } finally {
    client.release(broken);
  }
}

/**
 * A serialisation failure, a deadlock, or a key that a concurrent transaction inserted, which the server reports as a
 * duplicate. By the next try the other transaction has ended and its row is visible.
 */
const maxTries: Readonly<Record<string, number>> = { '40001': 12, '40P01': 12, '23505': 3 };
/** After these tries no other transaction of this process runs alongside, so none can force another restart. */
const triesBeside = 4;
const longestPauseMs = 500;

const isConflict = (error: unknown): boolean =>
  error instanceof QueryRefused && (error.code === '40001' || error.code === '40P01');

/** Bounded: conflicts with other processes that remain reach the caller, which reports a temporary failure. */
async function withRetries<T>(turns: ReturnType<typeof createTurns>, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const beganMs = performance.now();
    try {
      return await (tries <= triesBeside ? turns.beside(attempt) : turns.alone(attempt));
    } catch (error) {
      if (!(error instanceof QueryRefused) || tries >= (maxTries[error.code] ?? 1)) throw error;
      // Scaled to the measured duration of the transaction, so that colliding transactions spread out on a busy machine
      // too.
      await pause(Math.random() * Math.min(longestPauseMs, tries * (performance.now() - beganMs)));
    }
  }
}
