import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { invariant } from '../../../media/kit/invariant.ts';
import type { FaultPoint } from '../../faults/fault-point.ts';
import type { Database, DatabaseOptions, Queries } from '../database.ts';
import { serverName } from '../server-name.ts';
import { QueryRefused } from '../trouble.ts';
import { createLink, type Link, openPool, queriesOn, type Run, runOn, told } from './link.ts';
import { listenOn } from './listen.ts';
import { migratePostgres } from './migrate.ts';
import { holdSessionLock } from './owner.ts';
import { postgresTables } from './tables.ts';
import { createTurns } from './turns.ts';

const readers = 8;
/** Transactions of a process that touch the same rows only make each other start again. */
const writers = 4;

/** A server that several machines may share. Throws a `StartFault` when it cannot be used. */
export async function openPostgres(
  url: string,
  { migrationsDir, log, at = () => {} }: Pick<DatabaseOptions, 'migrationsDir' | 'log' | 'at'>,
): Promise<Database> {
  const migrated = await migratePostgres(url, migrationsDir);
  const link = createLink(serverName(url), log);
  const reading = openPool({ url, link, connections: readers, readOnly: true });
  const writing = openPool({ url, link, connections: writers, readOnly: false });
  const inside = new AsyncLocalStorage<true>();
  const turns = createTurns();
  let closing: Promise<void> | undefined;
  return {
    dialect: 'postgres',
    tables: postgresTables,
    system: {
      read: queriesOn(runOn(reading, link)),
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
    // Its server looks after its own log.
    checkpoint: async () => {},
    migrated,
    ownerLock: () => holdSessionLock(url, link),
    listen: (channel, heard) => listenOn(url, link, channel, heard),
    async notify(channel, message) {
      await runOn(writing, link)({ text: 'SELECT pg_notify($1, $2)' }, [channel, message]);
    },
    close() {
      // A store of a closed database would make every later promise of the process slower.
      closing ??= Promise.all([reading.end(), writing.end()]).then(() => inside.disable());
      return closing;
    },
  };
}

/** Runs one statement, which is kept when it is answered. */
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

/** Serialisable unless it locks by itself: a transaction that would not be as if alone is refused, and tried again as if it had not been. */
async function inTransaction<T>(
  { pool, link, asIfAlone, at }: { pool: pg.Pool; link: Link; asIfAlone: boolean; at: FaultPoint },
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw told(error, link);
  });
  const run = runOn(client, link);
  // One statement at a time, however many the work asks for at once: a connection is one conversation.
  let last: Promise<unknown> = Promise.resolve();
  let failed: Error | undefined;
  const queries = queriesOn((query, values) => {
    const mine = last.then(() => {
      at(query.text);
      return run(query, values);
    });
    last = mine.catch((error: Error) => {
      failed ??= error;
    });
    return mine;
  });
  let broken: Error | undefined;
  try {
    at('begin');
    await run({ text: `BEGIN ISOLATION LEVEL ${asIfAlone ? 'SERIALIZABLE' : 'READ COMMITTED'}` });
    const result = await work(queries);
    await last;
    // The server would answer the commit as if it had been one.
    if (failed !== undefined) throw failed;
    at('commit');
    await run({ text: 'COMMIT' });
    at('committed');
    return result;
  } catch (error) {
    await last;
    await run({ text: 'ROLLBACK' }).catch((lost: Error) => {
      broken = lost;
    });
    // Whatever the work made of a conflict: it is to be run again.
    throw isConflict(failed) ? failed : error;
  } finally {
    client.release(broken);
  }
}

/**
 * A serialisation failure, a deadlock, and a key that another transaction took meanwhile, which the server tells as if
 * it had been there before: at the next try the other one is through, and what it took is seen.
 */
const maxTries: Readonly<Record<string, number>> = { '40001': 12, '40P01': 12, '23505': 3 };
/** From then on no other transaction of this process runs beside it, so that none can make it start again. */
const triesBeside = 4;
const longestPauseMs = 500;

const isConflict = (error: unknown): boolean =>
  error instanceof QueryRefused && (error.code === '40001' || error.code === '40P01');

/** Bounded: what is left of conflicts with other processes reaches the caller, who answers it as trouble that passes. */
async function withRetries<T>(turns: ReturnType<typeof createTurns>, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const beganMs = performance.now();
    try {
      return await (tries <= triesBeside ? turns.beside(attempt) : turns.alone(attempt));
    } catch (error) {
      if (!(error instanceof QueryRefused) || tries >= (maxTries[error.code] ?? 1)) throw error;
      // As long as transactions take here and now, so that those which met are spread on a busy machine too.
      await pause(Math.random() * Math.min(longestPauseMs, tries * (performance.now() - beganMs)));
    }
  }
}
