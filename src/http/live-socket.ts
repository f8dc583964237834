import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseJson } from '../../media/kit/parse-json.ts';
import type { Authenticator, Identity } from './identity.ts';
import { refuseSocket } from './refusal.ts';

export interface LiveSocketOptions {
  readonly path: string;
  readonly authenticator: Pick<Authenticator, 'identify'>;
  /** Returns whether this user or key may subscribe. */
  readonly mayLook: (identity: Identity) => boolean;
  /** Returns the current state. It is sent when it differs from what was sent last. */
  readonly look: (identity: Identity, request: IncomingMessage) => Promise<object>;
  /** Returns the address to which limits attribute a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Returns whether a page of the request's origin may connect. */
  readonly isAllowedOrigin?: (request: IncomingMessage) => boolean;
  readonly lookEveryMs?: number;
  /**
   * Time limit for the first message, which contains the token. The token is not in the URL, so it does not reach a
   * log.
   */
  readonly tokenWithinMs?: number;
}

export interface LiveSocket {
  handles(url: string | undefined): boolean;
  readonly open: number;
  close(): void;
}

const maxSockets = 500;
const maxOfOne = 10;
/** Sockets that have not sent a valid token yet. At either limit the oldest is closed. */
const maxUnknown = { inAll: 100, perAddress: 20 } as const;
const maxMessageBytes = 8192;
/** Limit of data that a slow reader has not received yet. Nothing more is sent above it. */
const maxUnsentBytes = 256 * 1024;
/** How long a peer may take to answer the server's close frame. */
const farewellMs = 1_000;
const codes = { policy: 1008, busy: 1013, goingAway: 1001 } as const;

/**
 * Sends changing state over WebSockets, to each client what it may see. The client sends `{token}` first, and nothing
 * else.
 */
export function openLiveSocket(server: Server, options: LiveSocketOptions): LiveSocket {
  const { path, authenticator, mayLook, look, lookEveryMs = 1000, tokenWithinMs = 5000 } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const ofOne = new Map<string, number>();
  /** Sockets without a valid token, oldest first, with their addresses. */
  const unknown = new Map<WebSocket, string>();
  const handles = (url: string | undefined): boolean => url?.split('?')[0] === path;

  async function identified(token: string): Promise<Identity | undefined> {
    // Treated as remote, because credentials valid only on this machine are not accepted here.
    const identity = await authenticator.identify(token, { isOnThisMachine: false });
    return identity?.organisationId !== undefined && mayLook(identity) ? identity : undefined;
  }

  async function show({ socket, request, signal }: Visit, token: string): Promise<void> {
    let last = '';
    while (!signal.aborted) {
      // Checked for each update: a revoked or narrowed credential must not receive another one.
      const identity = await identified(token);
      if (identity === undefined) return dismiss(socket, codes.policy, 'The token is invalid.');
      const now = JSON.stringify(await look(identity, request));
      if (now !== last && socket.bufferedAmount < maxUnsentBytes) {
        socket.send(now);
        last = now;
      }
      await pause(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async function admit(visit: Visit, message: string): Promise<void> {
    const { socket } = visit;
    const token = tokenOf(message);
    const identity = token === undefined ? undefined : await identified(token);
    if (token === undefined || identity === undefined) return dismiss(socket, codes.policy, 'The token is invalid.');
    unknown.delete(socket);
    const { userUuid } = identity;
    const count = ofOne.get(userUuid) ?? 0;
    if (count >= maxOfOne || sockets.clients.size - unknown.size > maxSockets)
      return dismiss(socket, codes.busy, 'Too many connections.');
    ofOne.set(userUuid, count + 1);
    try {
      await show(visit, token);
    } finally {
      const left = (ofOne.get(userUuid) ?? 1) - 1;
      if (left === 0) ofOne.delete(userUuid);
      else ofOne.set(userUuid, left);
    }
  }

  /**
   * Makes room for a newer socket by terminating the oldest without a token. No close handshake, which the peer could
   * ignore.
   */
  function makeRoom(address: string): void {
    const here = [...unknown].filter(([, other]) => other === address);
    const [oldest] = here.length >= maxUnknown.perAddress ? here : unknown.size >= maxUnknown.inAll ? [...unknown] : [];
    oldest?.[0].terminate();
  }

  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const address = options.addressOf(request);
    makeRoom(address);
    unknown.set(socket, address);
    const over = new AbortController();
    const late = setTimeout(() => socket.terminate(), tokenWithinMs);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(late);
      unknown.delete(socket);
      over.abort();
    });
    socket.once('message', (data) => {
      clearTimeout(late);
      admit({ socket, request, signal: over.signal }, String(data)).catch(() =>
        dismiss(socket, codes.busy, 'Live updates are unavailable.'),
      );
    });
  });

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (!handles(request.url)) return;
    if (options.isAllowedOrigin?.(request) === false)
      return refuseSocket(client, 403, 'Pages of this origin may not connect.');
    sockets.handleUpgrade(request, client, head, (socket) => sockets.emit('connection', socket, request));
  });

  return {
    handles,
    get open() {
      return sockets.clients.size;
    },
    close() {
      for (const socket of sockets.clients) {
        socket.close(codes.goingAway);
        socket.terminate();
      }
      sockets.close();
    },
  };
}

/** Closes with a code, and terminates the connection if the peer does not answer. */
function dismiss(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), farewellMs);
  socket.once('close', () => clearTimeout(timer));
}

interface Visit {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly signal: AbortSignal;
}

function tokenOf(message: string): string | undefined {
  try {
    const { token } = parseJson(message) as { token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}
