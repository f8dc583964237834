import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createClient, destroy, type Link } from './link.ts';

const probeEveryMs = 1000;
/** Time for the response to a probe, and for a new connection after it failed. */
const answerWithinMs = 2000;
const connectWithinMs = 3000;
const retryMs = 500;
/** A standby is read-only, and so is a database whose administrator permits no writes. */
const probe = `SELECT current_setting('transaction_read_only') = 'off' AS "isWritable"`;

/**
 * Detects that the server is unreachable. A silent network ends no connection: a statement would wait for minutes, and
 * each request would occupy another connection. A connection of its own is therefore probed every second. When it fails
 * and no new one can be opened, `link` rejects all statements at once until the server responds again.
 *
 * A server that accepts no writes counts as unreachable. After a failover, connections to the former primary would stay
 * open and read old data; they are closed, and new ones reach the new primary.
 */
export function watchServer(url: string, link: Link): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const until = (ms: number): Promise<void> => pause(ms, undefined, { signal }).catch(() => {});

  /** Resolves when the connection has failed. Rejects if there was none, or the server accepts no writes. */
  async function probing(): Promise<void> {
    const client = createClient(url, 'parley watch');
    try {
      await within(connectWithinMs, client.connect());
      await checkWrites(client);
      link.answered();
      await asLongAsItAnswers(client);
    } finally {
      client.end().catch(() => {});
      destroy(client);
    }
  }

  async function asLongAsItAnswers(client: pg.Client): Promise<void> {
    while (!signal.aborted) {
      await until(probeEveryMs);
      const trouble = await checkWrites(client).catch((error: unknown) => error);
      if (trouble instanceof ReadOnlyServer) throw trouble;
      if (trouble !== undefined) return;
      link.answered();
    }
  }

  async function watching(): Promise<void> {
    while (!signal.aborted) {
      try {
        await probing();
      } catch (error) {
        if (signal.aborted) return;
        if (!responds(error)) link.silent(error);
        await until(retryMs);
      }
    }
  }

  const ended = watching();
  return {
    close() {
      closing.abort();
      return ended;
    },
  };
}

/** Rejects if the server does not answer in time, and with `ReadOnlyServer` if it accepts no writes. */
export async function checkWrites(client: pg.Client): Promise<void> {
  const { rows } = await within(answerWithinMs, client.query<{ isWritable: boolean }>(probe));
  if (rows[0]?.isWritable !== true) throw new ReadOnlyServer();
}

class ReadOnlyServer extends Error {
  constructor() {
    super('the database server accepts no writes');
    this.name = 'ReadOnlyServer';
  }
}

/** Whether the server itself rejected the connection for a reason other than its state: it then serves others. */
const responds = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57P');

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // After a stall of this process, a response that has arrived is read before the limit applies.
    const giveUp = (): void => reject(new Error(`the server did not answer within ${ms} ms`));
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ms);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
