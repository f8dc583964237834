import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { invariant } from '../../media/kit/invariant.ts';
import type { Broker } from './bus.ts';

export interface NatsOptions {
  /** `nats://` or `tls://` URLs, with a user and password or a token if the server requires them. */
  readonly urls: readonly string[];
  /** Secret shared by all nodes of an installation; it separates installations on one server. */
  readonly secret: string;
  /** Name of this connection in the server's list. */
  readonly name: string;
  readonly onChange: (isUp: boolean) => void;
  readonly onTrouble: (error: unknown) => void;
}

export interface NatsBroker extends Broker {
  /** Resolves once the first connection is established. */
  untilUp(): Promise<void>;
}

const connectTimeoutMs = 2000;
const retryMs = 500;
/** Ping interval; a server that misses two pings counts as disconnected. */
const pingMs = 3000;

/** Connects and reconnects until closed. Never throws; it starts disconnected. */
export function openNats({ urls, secret, name, onChange, onTrouble }: NatsOptions): NatsBroker {
  const prefix = `parley.${createHmac('sha256', secret).update('nats subjects').digest('hex').slice(0, 16)}`;
  const subjectOf = (to: string): string => (to === '*' ? `${prefix}.all` : `${prefix}.node.${to}`);
  const listeners: { readonly node: string; readonly heard: (message: string) => void }[] = [];
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isUp = false;
  let onUp = (): void => {};
  const up = new Promise<void>((resolve) => {
    onUp = resolve;
  });

  function change(to: boolean): void {
    if (isUp === to) return;
    isUp = to;
    if (to) onUp();
    if (!closing.signal.aborted) onChange(to);
  }

  function subscribe(to: NatsConnection, { node, heard }: (typeof listeners)[number]): void {
    for (const subject of [subjectOf(node), subjectOf('*')])
      to.subscribe(subject, {
        callback(error, message) {
          if (error === null) heard(message.string());
          else onTrouble(error);
        },
      });
  }

  /** Resolves when the connection is closed or the library gives up on it. */
  async function connected(opened: NatsConnection): Promise<void> {
    connection = opened;
    for (const listener of listeners) subscribe(opened, listener);
    change(true);
    for await (const { type } of opened.status()) {
      if (type === 'disconnect' || type === 'staleConnection') change(false);
      else if (type === 'reconnect') change(true);
    }
    await opened.closed();
  }

  async function connecting(): Promise<void> {
    let isTold = false;
    while (!closing.signal.aborted) {
      try {
        const opened = await connect({ ...optionsOf(urls), name, reconnect: true, maxReconnectAttempts: -1 });
        if (closing.signal.aborted) await opened.close();
        else await connected(opened);
      } catch (error) {
        if (!isTold) onTrouble(error);
        isTold = true;
      }
      connection = undefined;
      change(false);
      await pause(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const over = connecting();
  return {
    get isUp() {
      return isUp;
    },
    untilUp: () => up,
    listen(node, heard) {
      const listener = { node, heard };
      listeners.push(listener);
      if (connection !== undefined) subscribe(connection, listener);
    },
    send(to, message) {
      invariant(connection, 'NATS is away');
      connection.publish(subjectOf(to), message);
    },
    async close() {
      closing.abort();
      await connection?.close();
      await over;
    },
  };
}

/** Returns the round-trip time to the server in milliseconds. Throws if it cannot be reached. */
export async function probeNats(
  urls: readonly string[],
): Promise<{ readonly rttMs: number; readonly version: string }> {
  const connection = await connect({ ...optionsOf(urls), name: 'parley doctor', reconnect: false });
  try {
    return { rttMs: await connection.rtt(), version: connection.info?.version ?? 'unknown' };
  } finally {
    await connection.close();
  }
}

function optionsOf(urls: readonly string[]): NodeConnectionOptions {
  const parsed = urls.map((url) => new URL(url));
  const [first] = parsed;
  const [user, pass] = [first?.username ?? '', first?.password ?? ''].map(decodeURIComponent);
  return {
    servers: parsed.map(({ host }) => host),
    timeout: connectTimeoutMs,
    reconnectTimeWait: retryMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  } as NodeConnectionOptions;
}
