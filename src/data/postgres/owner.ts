import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartFault } from '../../faults/start-fault.ts';
import type { OwnerLock } from '../owner-lock.ts';
import { serverName } from '../server-name.ts';
import { createClient, destroy, type Link } from './link.ts';
import { checkWrites } from './watch.ts';

/** How long a lock must be missing before its process counts as dead. The process may only have lost its connection. */
const missedMs = 7000;
/** After an outage of the server, a process that reconnects gives the others this long to reconnect too. */
const returnMs = 15_000;
const retryMs = 1000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** 56 bits of the name: PostgreSQL identifies an advisory lock by two 32-bit numbers. */
const keyOf = (ownerId: string): [high: number, low: number] => {
  const digits = ownerId.replaceAll('-', '');
  return [Number.parseInt(digits.slice(0, 7), 16), Number.parseInt(digits.slice(-7), 16)];
};

const held = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = $1 AND objid = $2`;

/**
 * Takes an advisory lock in a dedicated session. The server releases it when the process dies or its connection breaks;
 * after a lost connection the lock is taken again under the same name.
 */
export async function holdSessionLock(url: string, link: Link, nowMs = () => performance.now()): Promise<OwnerLock> {
  const id = randomUUID();
  const missing = new Map<string, number>();
  let client: pg.Client | undefined;
  let returnedMs = Number.NEGATIVE_INFINITY;
  const closing = new AbortController();
  link.onSilent(() => client && destroy(client));

  async function take(): Promise<pg.Client> {
    const lockClient = createClient(url, 'parley owner');
    try {
      await lockClient.connect();
      // A standby gives locks of its own, which servers at the primary do not see.
      await checkWrites(lockClient);
      // The server may not have noticed yet that the previous session is gone. Its lock then still represents this
      // process.
      await lockClient.query('SET statement_timeout = 5000');
      await lockClient.query('SELECT pg_advisory_lock($1, $2)', keyOf(id));
    } catch (error) {
      await lockClient.end().catch(() => {});
      throw error;
    }
    if (closing.signal.aborted) await lockClient.end();
    else lockClient.once('end', () => void retake());
    return lockClient;
  }

  async function retake(): Promise<void> {
    client = undefined;
    while (client === undefined && !closing.signal.aborted) {
      client = await take().catch(async (error: unknown) => {
        link.lost(error);
        await pause(retryMs, undefined, { signal: closing.signal }).catch(() => {});
        return undefined;
      });
    }
    returnedMs = nowMs();
    missing.clear();
  }

  client = await take().catch((cause: unknown) => {
    throw new StartFault('database_unreachable', `Cannot take a lock on ${serverName(url)}.`, { cause });
  });

  /**
   * Without a session of its own this process may have lost its locks in the same outage as the others, so it returns
   * true.
   */
  async function isHeld(ownerId: string): Promise<boolean> {
    const lockClient = client;
    if (lockClient === undefined) return true;
    return lockClient.query(held, keyOf(ownerId)).then(
      ({ rowCount }) => rowCount !== 0,
      () => true,
    );
  }

  return {
    id,
    async isAlive(ownerId) {
      if (ownerId === id) return !closing.signal.aborted;
      if (!uuid.test(ownerId)) return false;
      if (nowMs() - returnedMs < returnMs || (await isHeld(ownerId))) {
        missing.delete(ownerId);
        return true;
      }
      const since = missing.get(ownerId) ?? nowMs();
      missing.set(ownerId, since);
      return nowMs() - since < missedMs;
    },
    async close() {
      closing.abort();
      await client?.end().catch(() => {});
      client = undefined;
    },
  };
}
