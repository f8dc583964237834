import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { MediaFault } from '../line/fault.ts';
import { signaturesOf } from '../line/stream-request.ts';
import { plainAddress } from './address.ts';
import { type ConnectionAdmission, createConnectionAdmission } from './connection-admission.ts';
import type { GuardedSocket, RawSocket } from './guarded-socket.ts';
import { type HandshakeRequest, refusalHeaders, statusText, subprotocolOf } from './handshake.ts';
import type { PendingConnection } from './pending-connections.ts';
import type { MediaTransport, RefusalStatus, SendResult, TransportOptions } from './transport.ts';

/**
 * Listens with the `ws` package on Node's HTTP server, which works on every platform. Throws `port_in_use` and
 * `port_not_shared`.
 */
export async function openWsTransport<T>(options: TransportOptions<T>): Promise<MediaTransport> {
  const connections = createConnectionAdmission(options);
  const { limits } = options;
  const pendingOf = new WeakMap<Socket, PendingConnection>();
  const server = createServer({
    headersTimeout: limits.upgradeDeadlineMs,
    requestTimeout: limits.upgradeDeadlineMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 8_192,
  });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.maxFrameBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => subprotocolOf([...offered].join()) || false,
  });

  server.on('connection', (socket) => {
    const pending = connections.enter(plainAddress(socket.remoteAddress), () => socket.destroy());
    if (pending === undefined) {
      socket.destroy();
      return;
    }
    pendingOf.set(socket, pending);
    socket.once('close', pending.leave);
  });
  server.on('request', (request, response) => {
    pendingOf.get(request.socket)?.arrived();
    void connections.decide(requestOf(request), plainAddress(request.socket.remoteAddress)).then((admission) => {
      if (admission.ok) return connections.forgo(admission.value);
      const body = JSON.stringify({ detail: admission.detail });
      const headers = Object.fromEntries(refusalHeaders(admission.status));
      response.writeHead(admission.status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const remoteAddress = plainAddress(socket.remoteAddress);
    pendingOf.get(socket)?.arrived();
    // A peer may disconnect while its token is looked up.
    socket.on('error', () => socket.destroy());
    void connections.decide(requestOf(request), remoteAddress).then((admission) => {
      if (!admission.ok) return refuse(socket, admission.status, admission.detail);
      if (socket.destroyed || !socket.readable) {
        socket.destroy();
        return connections.forgo(admission.value);
      }
      pendingOf.get(socket)?.leave();
      sockets.handleUpgrade(request, socket, head, (ws) => {
        accept(connections, { ws, socket, remoteAddress, value: admission.value });
      });
    });
  });

  await listen(server, options).catch((error: unknown) => {
    connections.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const closeNow = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    connections.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    driver: 'ws',
    port,
    get connections() {
      return connections.open;
    },
    get waiting() {
      return connections.waiting;
    },
    counters: connections.counters,
    close() {
      closing ??= closeNow();
      return closing;
    },
  };
}

interface Arrival<T> {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly remoteAddress: string;
  readonly value: T;
}

function accept<T>(connections: ConnectionAdmission<T>, { ws, socket, remoteAddress, value }: Arrival<T>): void {
  const guard: { current?: GuardedSocket } = {};
  const raw = rawOf(ws, () => guard.current?.drained());
  // An invalid frame is reported twice, as an error and as a close; the close has the code.
  let failure: { readonly code: number; readonly reason: string } | undefined;
  ws.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') failure = { code: 1009, reason: error.message };
  });
  const current = connections.accept(raw, remoteAddress, value);
  guard.current = current;
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    current.received(data, isBinary);
  });
  ws.on('ping', () => current.alive());
  ws.on('pong', () => current.alive());
  ws.on('close', (code, reason) => {
    connections.left(current);
    if (failure !== undefined) current.closed(failure.code, failure.reason);
    else current.closed(code, reason.toString());
  });
  socket.setNoDelay(true);
}

function rawOf(ws: WebSocket, drained: () => void): RawSocket {
  let behind = false;
  const sent = (): void => {
    if (!behind || ws.bufferedAmount > 0) return;
    behind = false;
    drained();
  };
  const send = (message: string | Uint8Array, binary: boolean): SendResult => {
    if (ws.readyState !== ws.OPEN) return 'dropped';
    ws.send(message, { binary }, sent);
    behind = ws.bufferedAmount > 0;
    return behind ? 'queued' : 'sent';
  };
  return {
    get bufferedBytes() {
      return ws.bufferedAmount;
    },
    send: (message) => send(message, typeof message !== 'string'),
    // The socket keeps a reference to bytes that it cannot send at once.
    sendText: (utf8) => send(Buffer.from(utf8), false),
    end: (code, reason) => ws.close(code, reason),
    terminate: () => ws.terminate(),
    ping: () => {
      if (ws.readyState === ws.OPEN) ws.ping();
    },
  };
}

function requestOf({ method, url, headers }: IncomingMessage): HandshakeRequest {
  return {
    method: method ?? '',
    url: url ?? '',
    upgrade: headers.upgrade ?? '',
    key: headers['sec-websocket-key'] ?? '',
    version: String(headers['sec-websocket-version'] ?? ''),
    host: String(headers['x-forwarded-host'] ?? headers.host ?? ''),
    origin: headers.origin ?? '',
    signatures: signaturesOf(Object.entries(headers).map(([name, value]) => [name, String(value)] as const)),
  };
}

function refuse(socket: Socket, status: RefusalStatus, detail: string): void {
  const body = JSON.stringify({ detail });
  const headers = [...refusalHeaders(status), ['Content-Length', String(Buffer.byteLength(body))] as const];
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${statusText[status]}\r\n${head}\r\n${body}`);
}

/**
 * Whether listeners of this Node version can share a port: older ones ignore the option, and the second listener finds
 * the port in use.
 */
export function sharesPorts(nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}

function listen(
  server: Server,
  { host, port, sharePort = false }: Pick<TransportOptions<unknown>, 'host' | 'port' | 'sharePort'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const unshared = (why: string, cause?: unknown): void =>
      reject(new MediaFault('port_not_shared', `Several listeners cannot share ${host}:${port}: ${why}.`, { cause }));
    if (sharePort && !sharesPorts(process.versions.node)) {
      return unshared(`the driver "ws" cannot do that on Node ${process.versions.node}`);
    }
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (sharePort && error.code === 'ENOTSUP') return unshared('this system does not offer it', error);
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(new MediaFault('port_in_use', `Cannot listen on ${host}:${port}.`, { cause: error }));
    });
    const place: ListenOptions & { reusePort: boolean } = { host, port, reusePort: sharePort };
    server.listen(place, resolve);
  });
}
