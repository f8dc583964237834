import { WebSocket } from 'ws';

/** Events of a far end's connection. */
export interface FarSocketEvents {
  opened(): void;
  message(data: string | Uint8Array): void;
  /** Code 1006 without a close frame. May be called more than once. */
  closed(code: number, reason: string): void;
}

/** A far end's connection to the server: a WebSocket, or one in memory. */
export interface FarSocket {
  readonly isOpen: boolean;
  send(message: string | Uint8Array): void;
  close(code: number): void;
  /** Closes the connection without a close frame. */
  terminate(): void;
  /** Keeps the connection open but stops reading from it. */
  pause(): void;
  resume(): void;
}

interface WebSocketOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly connectTimeoutMs?: number;
  /** The connection fails if the server does not select it. */
  readonly subprotocol?: string | undefined;
}

/** Opens a WebSocket. Throws a `SyntaxError` for an invalid address. */
export function openWebSocket(
  { url, headers, connectTimeoutMs, subprotocol }: WebSocketOptions,
  events: FarSocketEvents,
): FarSocket {
  const socket = new WebSocket(url, subprotocol === undefined ? [] : [subprotocol], {
    perMessageDeflate: false,
    maxPayload: 1_048_576,
    handshakeTimeout: connectTimeoutMs ?? 10_000,
    ...(headers === undefined ? {} : { headers: { ...headers } }),
  });
  socket.on('open', () => events.opened());
  socket.on('message', (data: Buffer, isBinary: boolean) =>
    events.message(isBinary ? new Uint8Array(data) : data.toString('utf8')),
  );
  socket.on('error', (error) => events.closed(1006, error.message));
  socket.on('close', (code, reason) => events.closed(code, reason.toString('utf8')));
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send: (message) => socket.send(message),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
