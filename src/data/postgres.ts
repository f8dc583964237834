import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { FaultPoint } from '../fault-point.ts';
import type { Database, DatabaseOptions, Queries } from './database.ts';
import { createLink, type Link, openPool, queriesOn, runOn, serverName, told } from './postgres-link.ts';
import { listenOn } from './postgres-listen.ts';
import { migratePostgres } from './postgres-migrate.ts';
import { holdSessionLock } from './postgres-owner.ts';
import { postgresTables } from './tables/index.ts';
import { QueryRefused } from './trouble.ts';

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
  let closing: Promise<void> | undefined;
  return {
    dialect: 'postgres',
    tables: postgresTables,
    system: {
      read: queriesOn(runOn(reading, link)),
      tx(work, { asIfAlone = true } = {}) {
        if (inside.getStore()) return Promise.reject(new Error('tx inside tx'));
        return withRetries(() =>
          inTransaction({ pool: writing, link, asIfAlone, at }, (queries) => inside.run(true, () => work(queries))),
        );
      },
    },
    version: undefined,
    // Its server looks after its own log.
    checkpoint: async () => {},
    migrated,
    ownerLock: () => holdSessionLock(url, link),
    listen: (channel, heard) => listenOn(url, link, channel, heard),
    close() {
      closing ??= Promise.all([reading.end(), writing.end()]).then(() => {});
      return closing;
    },
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
  const queries = queriesOn((query, values) => {
    const mine = last.then(() => {
      at(query.text);
      return run(query, values);
    });
    last = mine.catch(() => {});
    return mine;
  });
  let broken: Error | undefined;
  try {
    at('begin');
    await run({ text: `BEGIN ISOLATION LEVEL ${asIfAlone ? 'SERIALIZABLE' : 'READ COMMITTED'}` });
    const result = await work(queries);
    await last;
    at('commit');
    await run({ text: 'COMMIT' });
    at('committed');
    return result;
  } catch (error) {
    await last;
    await run({ text: 'ROLLBACK' }).catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * A serialisation failure, a deadlock, and a key that another transaction took meanwhile, which the server tells as if
 * it had been there before: at the next try the other one is through, and what it took is seen.
 */
const maxTries: Readonly<Record<string, number>> = { '40001': 10, '40P01': 10, '23505': 3 };
const longestPauseMs = 200;

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof QueryRefused) || tries >= (maxTries[error.code] ?? 1)) throw error;
      await pause(Math.random() * Math.min(longestPauseMs, 2 ** tries));
    }
  }
}
