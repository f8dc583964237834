import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';
import { destroySoon, refuseSocket } from './refusal.ts';

export interface PassthroughOptions {
  /** Returns the address of the media listener. Called for each stream, since the port may be chosen late. */
  readonly target: () => { readonly host: string; readonly port: number };
  /** Maximum of concurrent streams; further ones receive 503. */
  readonly maxStreams: number;
  /** Returns the address to which limits attribute a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Called when the media listener has accepted the stream. */
  readonly onAccepted?: (client: Socket) => void;
  /** Returns whether a page of the request's origin may connect. */
  readonly isAllowedOrigin?: (request: IncomingMessage) => boolean;
  /** Returns whether another handler answers this upgrade. */
  readonly isOthers?: (url: string | undefined) => boolean;
  readonly timings?: Partial<PassthroughTimings>;
  readonly log: Log;
}

export interface PassthroughTimings {
  readonly connectMs: number;
  /** Time limit for the media listener's response to the handshake. */
  readonly answerMs: number;
  /**
   * Time limit without a byte in either direction. The media listener itself closes a stream that is silent for 30 s.
   */
  readonly idleMs: number;
  /** How long one side may continue to send after the other has ended. */
  readonly halfClosedMs: number;
}

export interface Passthrough {
  readonly streams: number;
  /** Cuts all open streams. */
  close(): void;
}

const defaults: PassthroughTimings = { connectMs: 5_000, answerMs: 10_000, idleMs: 60_000, halfClosedMs: 5_000 };
const keepAliveMs = 30_000;
/**
 * Streams of one address that the media listener has not accepted yet. Accepted streams have a token each and are not
 * counted.
 */
const maxWaitingPerAddress = 50;
const switching = 'HTTP/1.1 101';

/**
 * Forwards WebSocket upgrades under `/media/` to the media listener byte for byte, for deployments with a single tunnel
 * or port. Each direction has its own end (a half-closed side may continue to send for a while) and its own
 * back-pressure. If the media listener rejects a stream, the client receives its response.
 */
export function openPassthrough(server: Server, options: PassthroughOptions): Passthrough {
  const { maxStreams, addressOf, isOthers, log } = options;
  const timings = { ...defaults, ...options.timings };
  const open = new Set<() => void>();
  const waiting = new Map<string, number>();

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {});
    if (isOthers?.(request.url)) return;
    if (!/^\/media\//.test(request.url ?? '')) return refuseSocket(client, 404, 'No stream exists at this path.');
    // The media listener knows the page that may open such a stream.
    const isOfWebsite = /^\/media\/website\//.test(request.url ?? '');
    if (!isOfWebsite && options.isAllowedOrigin?.(request) === false)
      return refuseSocket(client, 403, 'Pages of this origin may not connect.');
    if (open.size >= maxStreams) return refuseSocket(client, 503, 'Too many streams. Try again later.');
    const address = addressOf(request);
    if ((waiting.get(address) ?? 0) >= maxWaitingPerAddress)
      return refuseSocket(client, 429, 'Too many streams of this address wait to be accepted. Try again later.');
    pass(request, client as Socket, { head, noLongerWaiting: wait(address) });
  });

  function wait(address: string): () => void {
    let isWaiting = true;
    waiting.set(address, (waiting.get(address) ?? 0) + 1);
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      const left = (waiting.get(address) ?? 1) - 1;
      if (left === 0) waiting.delete(address);
      else waiting.set(address, left);
    };
  }

  function pass(request: IncomingMessage, client: Socket, { head, noLongerWaiting }: Arrival): void {
    const media = connect({ ...options.target(), allowHalfOpen: true, noDelay: true });
    let state: 'connecting' | 'asked' | 'accepted' | 'refused' = 'connecting';
    const cut = (): void => {
      client.resetAndDestroy();
      media.resetAndDestroy();
    };
    const deadlines = new Set<NodeJS.Timeout>();
    const cutAfter = (ms: number): void => void deadlines.add(setTimeout(cut, ms));
    const over = (): void => {
      open.delete(cut);
      noLongerWaiting();
      for (const timer of deadlines) clearTimeout(timer);
    };
    open.add(cut);
    prepare(client);
    media.setTimeout(timings.connectMs, () => media.destroy(new Error('media listener did not respond')));
    media.on('connect', () => {
      state = 'asked';
      prepare(media);
      media.setTimeout(timings.answerMs, cut);
      media.write(requestHead(request));
      if (head.length > 0) media.write(head);
      onAnswer(media, (isAccepted) => {
        state = isAccepted ? 'accepted' : 'refused';
        if (!isAccepted) return;
        noLongerWaiting();
        // This timeout covers both directions, since all data is written to this socket or read from it.
        media.setTimeout(timings.idleMs, cut);
        options.onAccepted?.(client);
      });
      client.pipe(media);
      media.pipe(client);
    });
    media.on('error', (error) => {
      if (state !== 'connecting') return cut();
      log.error({ err: error }, 'failed to proxy a media stream');
      refuseSocket(client, 502, 'The media listener is not responding.');
    });
    client.on('end', () => cutAfter(timings.halfClosedMs));
    media.on('end', () => {
      if (state === 'accepted') return cutAfter(timings.halfClosedMs);
      over();
      destroySoon(client);
      media.destroy();
    });
    // A side that closes without an end closes the other side too.
    client.on('close', () => {
      over();
      if (!client.readableEnded || state !== 'accepted') media.resetAndDestroy();
    });
    media.on('close', () => {
      if (state === 'accepted') over();
      if (state !== 'connecting' && !media.readableEnded) client.resetAndDestroy();
    });
  }

  return {
    get streams() {
      return open.size;
    },
    close() {
      for (const cut of open) cut();
    },
  };
}

interface Arrival {
  /** Bytes received after the request head. */
  readonly head: Buffer;
  readonly noLongerWaiting: () => void;
}

function prepare(socket: Socket): void {
  socket.setNoDelay(true);
  socket.setTimeout(0);
  socket.setKeepAlive(true, keepAliveMs);
}

/** Calls `decide` with whether the first bytes of the response accept the handshake. */
function onAnswer(media: Socket, decide: (isAccepted: boolean) => void): void {
  let start = '';
  media.on('data', function look(chunk: Buffer) {
    start += chunk.toString('latin1', 0, switching.length - start.length);
    if (start.length < switching.length && switching.startsWith(start)) return;
    media.off('data', look);
    decide(start === switching);
  });
}

/** Returns the request head unchanged, including the order and case of its headers. */
function requestHead(request: IncomingMessage): string {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
