import type { Socket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import { MediaFault } from '../../line/fault.ts';
import { unreachableCode } from './unreachable.ts';

/** A WebSocket that exchanges JSON objects with a speech server. */
export interface MessageSocket {
  send(message: unknown): void;
  /** Combines the messages that `part` sends into one write. */
  together(part: () => void): void;
  /** Resolves with the next message, in order. Rejects with `speech_engine_failed` once the connection has ended. */
  next(): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the connection was closed by either side or failed. */
  readonly isOver: boolean;
  /** Closes without waiting for the other side. Idempotent. */
  close(): void;
}

export interface MessageSocketOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the request in errors. */
  readonly what: string;
  /** Keep-alive message and its interval; absent if the protocol has no such message. */
  readonly ping?: { readonly everyMs: number; readonly message: unknown };
}

/** Maximum number of unread messages; more indicate a misbehaving server. */
const mostUnread = 2000;
const mostMessageBytes = 4 * 2 ** 20;
const openWithinMs = 1500;

/** Opens a connection. Rejects with `speech_engine_failed`, whose message never repeats the server's text. */
export function openMessageSocket(options: MessageSocketOptions): Promise<MessageSocket> {
  const { what } = options;
  const ws = new WebSocket(options.url, {
    headers: options.headers,
    maxPayload: mostMessageBytes,
    handshakeTimeout: openWithinMs,
    followRedirects: false,
    perMessageDeflate: false,
  });
  let stream: Pick<Socket, 'cork' | 'uncork'> | undefined;
  const unread: Readonly<Record<string, unknown>>[] = [];
  let waiting: PromiseWithResolvers | undefined;
  let over: MediaFault | undefined;

  function end(why: string): void {
    over ??= new MediaFault('speech_engine_failed', `${what} ${why}`);
    clearInterval(pinging);
    waiting?.reject(over);
    waiting = undefined;
    ws.terminate();
  }

  function read(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : parsed(data);
    if (message === undefined) return end('sent something that is not a JSON object');
    if (waiting === undefined) {
      unread.push(message);
      if (unread.length > mostUnread) end('sent more than could be read');
      return;
    }
    const { resolve } = waiting;
    waiting = undefined;
    resolve(message);
  }

  const { ping } = options;
  const pinging = ping && setInterval(() => socket.send(ping.message), ping.everyMs);
  pinging?.unref();
  const socket: MessageSocket = {
    send(message) {
      if (over === undefined && ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(message));
    },
    together(part) {
      stream?.cork();
      try {
        part();
      } finally {
        stream?.uncork();
      }
    },
    next() {
      const message = unread.shift();
      if (message !== undefined) return Promise.resolve(message);
      if (over !== undefined) return Promise.reject(over);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    get isOver() {
      return over !== undefined;
    },
    close: () => end('was closed here'),
  };

  return new Promise((resolve, reject) => {
    ws.on('upgrade', (response) => {
      stream = response.socket;
    });
    ws.on('open', () => resolve(socket));
    ws.on('message', read);
    ws.on('unexpected-response', (_, response) => {
      end(`returned ${response.statusCode}`);
      reject(over);
    });
    const closed = (error?: unknown): void => {
      const code = unreachableCode(error);
      end(code === undefined ? 'closed the connection' : `cannot be reached (${code})`);
      reject(over);
    };
    ws.on('close', () => closed());
    ws.on('error', closed);
  });
}

interface PromiseWithResolvers {
  readonly resolve: (message: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: unknown) => void;
}

function parsed(data: RawData): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
