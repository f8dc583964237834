import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authenticator, Identity } from './identity.ts';

export interface LiveSocketOptions {
  readonly path: string;
  readonly authenticator: Pick<Authenticator, 'identify'>;
  /** Whether this person or key may look. */
  readonly mayLook: (identity: Identity) => boolean;
  /** What is shown now; sent when it is not what was sent last. */
  readonly look: (identity: Identity) => Promise<object>;
  readonly lookEveryMs?: number;
  /** For the first message, which bears the token: it is in no address, and so in no log. */
  readonly tokenWithinMs?: number;
}

export interface LiveSocket {
  handles(url: string | undefined): boolean;
  close(): void;
}

const maxSockets = 500;
const maxOfOne = 10;
const maxMessageBytes = 8192;
/** What a slow reader has not taken yet; more is not sent until it has. */
const maxUnsentBytes = 256 * 1024;
/** So often a credential is looked at again: one that was revoked sees nothing for long. */
const looksOfOneCredential = 15;
const codes = { policy: 1008, busy: 1013, goingAway: 1001 } as const;

/** Shows something that changes over WebSockets, to each what they may see. The client sends `{token}` first, and no more. */
export function openLiveSocket(server: Server, options: LiveSocketOptions): LiveSocket {
  const { path, authenticator, mayLook, look, lookEveryMs = 1000, tokenWithinMs = 5000 } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  const ofOne = new Map<string, number>();
  const handles = (url: string | undefined): boolean => url?.split('?')[0] === path;

  async function identified(token: string): Promise<Identity | undefined> {
    // As from anywhere: what only this machine may bear is not taken here.
    const identity = await authenticator.identify(token, { isOnThisMachine: false });
    return identity?.organisationId !== undefined && mayLook(identity) ? identity : undefined;
  }

  async function show(socket: WebSocket, token: string, signal: AbortSignal): Promise<void> {
    let last = '';
    let identity: Identity | undefined;
    for (let looks = 0; !signal.aborted; looks++) {
      if (looks % looksOfOneCredential === 0) identity = await identified(token);
      if (identity === undefined) return socket.close(codes.policy, 'The token is not valid here.');
      const now = JSON.stringify(await look(identity));
      if (now !== last && socket.bufferedAmount < maxUnsentBytes) {
        socket.send(now);
        last = now;
      }
      await pause(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async function admit(socket: WebSocket, message: string, signal: AbortSignal): Promise<void> {
    const token = tokenOf(message);
    const identity = token === undefined ? undefined : await identified(token);
    if (token === undefined || identity === undefined)
      return socket.close(codes.policy, 'The token is not valid here.');
    const { userUuid } = identity;
    const count = ofOne.get(userUuid) ?? 0;
    if (count >= maxOfOne) return socket.close(codes.busy, 'There are too many of these already.');
    ofOne.set(userUuid, count + 1);
    try {
      await show(socket, token, signal);
    } finally {
      const left = (ofOne.get(userUuid) ?? 1) - 1;
      if (left === 0) ofOne.delete(userUuid);
      else ofOne.set(userUuid, left);
    }
  }

  sockets.on('connection', (socket) => {
    const over = new AbortController();
    const late = setTimeout(() => socket.close(codes.policy, 'No token was sent.'), tokenWithinMs);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(late);
      over.abort();
    });
    socket.once('message', (data) => {
      clearTimeout(late);
      admit(socket, String(data), over.signal).catch(() => socket.close(codes.busy, 'This cannot be shown now.'));
    });
  });

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (!handles(request.url)) return;
    if (sockets.clients.size >= maxSockets) return void client.destroy();
    sockets.handleUpgrade(request, client, head, (socket) => sockets.emit('connection', socket, request));
  });

  return {
    handles,
    close() {
      for (const socket of sockets.clients) {
        socket.close(codes.goingAway);
        socket.terminate();
      }
      sockets.close();
    },
  };
}

function tokenOf(message: string): string | undefined {
  try {
    const { token } = JSON.parse(message) as { token?: unknown };
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}
