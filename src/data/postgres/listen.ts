import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createClient, destroy, type Link } from './link.ts';

const retryMs = 1000;

/**
 * Calls `heard` for each notification of a committed transaction on a channel. Notifications during a server outage are
 * lost, so listeners must also poll occasionally. Returns a function that stops listening.
 */
export function listenOn(url: string, link: Link, channel: string, heard: (message: string) => void) {
  const closing = new AbortController();
  const { signal } = closing;
  let listener: pg.Client | undefined;
  link.onSilent(() => listener && destroy(listener));

  async function connected(): Promise<void> {
    const client = createClient(url, 'parley listener');
    listener = client;
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await client.connect();
      const over = new Promise<void>((resolve) => {
        client.once('end', resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await client.query(`LISTEN ${channel}`);
      if (!signal.aborted) await over;
    } catch (error) {
      link.lost(error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function listening(): Promise<void> {
    while (!signal.aborted) {
      await connected();
      await pause(retryMs, undefined, { signal }).catch(() => {});
    }
  }

  const ended = listening();
  return (): Promise<void> => {
    closing.abort();
    return ended;
  };
}
