import type { HttpRequest, HttpResponse, us_socket, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import { signaturesOf } from '../line/stream-request.ts';
import { addressText } from './address.ts';
import { type ConnectionAdmission, createConnectionAdmission } from './connection-admission.ts';
import type { GuardedSocket, RawSocket } from './guarded-socket.ts';
import { type HandshakeRequest, refusalHeaders, statusText, subprotocolOf } from './handshake.ts';
import type { PendingConnection } from './pending-connections.ts';
import type { MediaTransport, RefusalStatus, SendResult, TransportOptions } from './transport.ts';
import { type CorkHolder, openCorkHolder } from './uws-cork.ts';
import { listen, type Uws } from './uws-native.ts';

/** A request whose headers have been read. The response becomes invalid with the connection: `gone` is then true. */
interface ConnectingPeer {
  readonly res: HttpResponse;
  readonly request: HandshakeRequest;
  /** The selected subprotocol; empty for none. */
  readonly subprotocol: string;
  readonly context: us_socket_context_t | undefined;
  gone: boolean;
  /** Set once the request's connection is known. */
  pending: PendingConnection | undefined;
}

/** Data that the library stores on the socket itself, so that a message reaches its guard without a look-up. */
interface SocketData<T> {
  /**
   * The accepted peer. Cleared in `open`, because otherwise a call's plan would stay in memory as long as its socket.
   */
  arrival: { readonly value: T; readonly remoteAddress: string } | undefined;
  guard: GuardedSocket | undefined;
  gone: boolean;
}

/** Time for close frames to be sent before the library cuts every connection. */
const farewellMs = 100;

/**
 * Messages between our limit and this multiple of it are refused with a close code; the library drops longer ones
 * without one.
 */
const hardLimitFactor = 4;

/** Timeout of the library's own timer, a backstop for ours: a multiple of 4 s, at least 8 and at most 960. */
const backstopSeconds = (idleTimeoutMs: number): number =>
  Math.min(960, Math.max(8, Math.ceil(idleTimeoutMs / 2000) * 4));

/** Listens with uWebSockets.js. Throws `port_in_use`. */
export async function openUwsTransport<T>(options: TransportOptions<T>, uws: Uws): Promise<MediaTransport> {
  const connections = createConnectionAdmission(options);
  const app = uws.App();
  const cork = await openCorkHolder(uws);
  const handshakes = createHandshakes(connections, cork);
  const { limits } = options;
  const leave = (guard: GuardedSocket, code: number, reason: string): void => {
    connections.left(guard);
    guard.closed(code, reason);
  };

  app.filter((res, count) => ((count as number) > 0 ? handshakes.connected(res) : undefined));
  app.ws<SocketData<T>>('/*', {
    maxPayloadLength: limits.maxFrameBytes * hardLimitFactor,
    maxBackpressure: limits.maxBufferedBytes,
    idleTimeout: backstopSeconds(limits.idleTimeoutMs),
    sendPingsAutomatically: false,
    upgrade: (res, req, context) => handshakes.asked(res, req, context),
    open(ws) {
      const data = ws.getUserData();
      if (data.arrival === undefined) return;
      const guard = connections.accept(new RawUws(ws), data.arrival.remoteAddress, data.arrival.value);
      data.arrival = undefined;
      data.guard = guard;
      // The owner may have closed the socket as soon as it received it.
      if (data.gone) leave(guard, 1006, '');
    },
    message(ws, message, isBinary) {
      // The buffer becomes invalid when this returns. The data is read from the socket itself, because `getUserData`
      // costs a call into the library.
      (ws as unknown as SocketData<T>).guard?.received(new Uint8Array(message), isBinary);
    },
    drain(ws) {
      if (ws.getBufferedAmount() === 0) ws.getUserData().guard?.drained();
    },
    ping: (ws) => ws.getUserData().guard?.alive(),
    pong: (ws) => ws.getUserData().guard?.alive(),
    close(ws, code, message) {
      const data = ws.getUserData();
      data.gone = true;
      const reason = Buffer.from(message).toString();
      // The library's reason for a message over its hard limit.
      if (data.guard !== undefined) leave(data.guard, reason === 'Received too big message' ? 1009 : code, reason);
    },
  });
  app.any('/*', (res, req) => handshakes.asked(res, req, undefined));

  const listening = await listen(uws, app, options).catch((error: unknown) => {
    connections.close();
    cork.close();
    throw error;
  });
  let closing: Promise<void> | undefined;
  // A thread that ends with a listening app takes down the whole process, so the app is closed on every exit path
  // except `worker.terminate()`, which runs no handlers and must not be used on a listening thread.
  const closeOnExit = (): void => {
    app.close();
    cork.close();
  };
  process.once('exit', closeOnExit);
  const closeNow = async (): Promise<void> => {
    uws.us_listen_socket_close(listening);
    const anyone = connections.open > 0;
    connections.close();
    if (anyone) await new Promise<void>((resolve) => options.clock.after(farewellMs, resolve));
    process.removeListener('exit', closeOnExit);
    app.close();
    cork.close();
  };
  return {
    driver: 'uws',
    port: uws.us_socket_local_port(listening as us_socket),
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

/**
 * The library closes silent connections but not those that trickle their headers, and its request handlers do not
 * identify the connection of a request. Each new connection therefore gets two hooks: `onAborted`, which reports that
 * it closed before a request, and `onData`, which the library calls right after the request handler, once the headers
 * are complete. A response object may be used until one of the two reports otherwise.
 */
function createHandshakes<T>(connections: ConnectionAdmission<T>, cork: CorkHolder) {
  /** The peer whose request handler has just returned. */
  let arriving: ConnectingPeer | undefined;

  async function receive(peer: ConnectingPeer, pending: PendingConnection, remoteAddress: string): Promise<void> {
    const admission = await connections.decide(peer.request, remoteAddress);
    const isReady = await cork.ready();
    pending.leave();
    const { context } = peer;
    if (admission.ok && (peer.gone || context === undefined || !isReady)) connections.forgo(admission.value);
    if (peer.gone) return;
    if (!admission.ok) return refuse(peer.res, admission.status, admission.detail);
    if (context === undefined) return refuse(peer.res, 400, 'The WebSocket handshake is not complete.');
    if (!isReady) return refuse(peer.res, 503, 'The server cannot open a stream now.');
    const arrival = { value: admission.value, remoteAddress };
    const data: SocketData<T> = { arrival, guard: undefined, gone: false };
    const { request, subprotocol } = peer;
    const upgrade = (): void => peer.res.upgrade<SocketData<T>>(data, request.key, subprotocol, '', context);
    cork.run(peer.res, upgrade);
  }

  return {
    connected(res: HttpResponse): void {
      const address = addressText(new Uint8Array(res.getRemoteAddress()));
      let peer: ConnectingPeer | undefined;
      const pending = connections.enter(address, () => {
        if (peer === undefined || !peer.gone) (peer?.res ?? res).close();
      });
      if (pending === undefined) {
        res.close();
        return;
      }
      res.onAborted(() => pending.leave());
      res.onData(() => {
        if (peer !== undefined || arriving === undefined) return;
        const asker = arriving;
        peer = asker;
        asker.pending = pending;
        pending.arrived();
        arriving = undefined;
        // The library runs microtasks before it leaves this hook, and an upgrade would destroy the connection during
        // it.
        setImmediate(() => void receive(asker, pending, address));
      });
    },
    asked(res: HttpResponse, req: HttpRequest, context: us_socket_context_t | undefined): void {
      const query = req.getQuery();
      const peer: ConnectingPeer = {
        res,
        // The request object becomes invalid when this returns.
        request: {
          method: req.getMethod(),
          url: query === '' ? req.getUrl() : `${req.getUrl()}?${query}`,
          upgrade: req.getHeader('upgrade'),
          key: req.getHeader('sec-websocket-key'),
          version: req.getHeader('sec-websocket-version'),
          host: req.getHeader('x-forwarded-host') || req.getHeader('host'),
          origin: req.getHeader('origin'),
          signatures: signaturesOf(headersOf(req)),
        },
        subprotocol: subprotocolOf(req.getHeader('sec-websocket-protocol')),
        context,
        gone: false,
        pending: undefined,
      };
      res.onAborted(() => {
        peer.gone = true;
        peer.pending?.leave();
      });
      arriving = peer;
    },
  };
}

function headersOf(req: HttpRequest): [string, string][] {
  const headers: [string, string][] = [];
  req.forEach((name, value) => void headers.push([name, value]));
  return headers;
}

function refuse(res: HttpResponse, status: RefusalStatus, detail: string): void {
  res.cork(() => {
    res.writeStatus(statusText[status]);
    for (const [name, value] of refusalHeaders(status)) res.writeHeader(name, value);
    res.end(JSON.stringify({ detail }), true);
  });
}

class RawUws<T> implements RawSocket {
  private readonly ws: WebSocket<SocketData<T>>;

  constructor(ws: WebSocket<SocketData<T>>) {
    this.ws = ws;
  }

  get bufferedBytes(): number {
    return this.ws.getBufferedAmount();
  }

  send(message: string | Uint8Array): SendResult {
    return resultOf(this.ws.send(message, typeof message !== 'string'));
  }

  sendText(utf8: Uint8Array): SendResult {
    return resultOf(this.ws.send(utf8, false));
  }

  end(code: number, reason: string): void {
    this.ws.end(code, reason);
  }

  terminate(): void {
    this.ws.close();
  }

  ping(): void {
    this.ws.ping();
  }
}

const resultOf = (status: number): SendResult => (status === 1 ? 'sent' : status === 0 ? 'queued' : 'dropped');
