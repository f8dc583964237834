import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import type { ClientAddresses } from './client-address.ts';
import { networkOf } from './limits/rate-limits.ts';

export interface ConnectionsOptions {
  readonly limits: { readonly inAll: number; readonly perAddress: number };
  readonly addresses: Pick<ClientAddresses, 'isProxy'>;
  readonly log: Log;
}

/** Connections to the HTTP listener. */
export interface Connections {
  readonly open: number;
  /** Stops counting a connection that has become something with a limit of its own. */
  release(socket: Socket): void;
  /**
   * Closes those without a request in progress, and later ones that send none in time. A server that stops listening
   * waits for all its connections, and has no deadline of its own for one that never sent a request.
   */
  closeIdle(): void;
}

interface Connection {
  readonly socket: Socket;
  readonly from: FromNetwork;
  requests: number;
}

interface FromNetwork {
  open: number;
  /** Connections without a request in progress, longest idle first. */
  readonly idle: Set<Connection>;
}

const warnEveryMs = 60_000;
/** A peer that reads nothing of its response for this long counts as idle. */
const unreadMs = 10_000;
/** What a connection has for its first request while the server closes. */
const lastRequestMs = 5_000;

/**
 * Limits the connections to the HTTP listener, so that they never use up the process's file descriptors. At a limit, a
 * new connection replaces the one that has been idle longest; it is rejected only while all others have a request in
 * progress.
 */
export function limitConnections(server: Server, { limits, addresses, log }: ConnectionsOptions): Connections {
  const connections = new Map<Socket, Connection>();
  const networks = new Map<string, FromNetwork>();
  const idle = new Set<Connection>();
  let warnedMs = Number.NEGATIVE_INFINITY;
  let isClosing = false;

  function warn(message: string, detail: object): void {
    const nowMs = performance.now();
    if (nowMs - warnedMs < warnEveryMs) return;
    warnedMs = nowMs;
    log.warn({ open: connections.size, ...detail }, message);
  }

  function evict(candidates: ReadonlySet<Connection>): boolean {
    warn('connections are at their limit; the longest idle ones are closed', { limits });
    for (const { socket } of candidates) {
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connections.delete(socket);
    setIdle(connection, false);
    connection.from.open -= 1;
  }

  function setIdle(connection: Connection, isIdle: boolean): void {
    for (const set of [idle, connection.from.idle]) {
      if (isIdle) set.add(connection);
      else set.delete(connection);
    }
  }

  function hasRoom(from: FromNetwork, isProxy: boolean): boolean {
    if (!isProxy && from.open >= limits.perAddress && !evict(from.idle)) return false;
    return connections.size < limits.inAll || evict(idle);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    const network = networkOf(remoteAddress ?? '');
    const from = networks.get(network) ?? { open: 0, idle: new Set() };
    if (!hasRoom(from, addresses.isProxy(remoteAddress))) return void socket.destroy();
    networks.set(network, from);
    const connection: Connection = { socket, from, requests: 0 };
    connections.set(socket, connection);
    from.open += 1;
    setIdle(connection, true);
    if (isClosing) setTimeout(() => idle.has(connection) && socket.destroy(), lastRequestMs).unref();
    socket.once('close', () => {
      forget(socket);
      if (from.open === 0 && networks.get(network) === from) networks.delete(network);
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.requests += 1;
    setIdle(connection, false);
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests === 0 && connections.has(socket)) setIdle(connection, true);
    });
  });
  server.prependListener('upgrade', ({ socket }) => {
    const connection = connections.get(socket);
    if (connection !== undefined) setIdle(connection, false);
  });
  server.setTimeout(unreadMs, (socket: Socket) => {
    const connection = connections.get(socket);
    if (connection !== undefined && socket.writableLength > 0) setIdle(connection, true);
  });
  // Without a listener, failing to accept a connection for lack of a descriptor would end the process.
  server.on('error', (error) => {
    if (server.listening) warn('a connection could not be accepted', { err: error });
  });

  return {
    get open() {
      return connections.size;
    },
    release: forget,
    closeIdle() {
      isClosing = true;
      for (const { socket } of idle) socket.destroy();
    },
  };
}
