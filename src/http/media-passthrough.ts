import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';
import { destroySoon, refuseSocket } from './refusal.ts';

export interface PassthroughOptions {
  /** Where the media listener is; read for each stream, since its port may be chosen late. */
  readonly target: () => { readonly host: string; readonly port: number };
  /** Streams passed through at once; more are answered 503. */
  readonly maxStreams: number;
  /** Whom limits count a request to. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The media listener has accepted the stream. */
  readonly onAccepted?: (client: Socket) => void;
  /** Whether a page of this origin may connect. */
  readonly isAllowedOrigin?: (request: IncomingMessage) => boolean;
  /** Upgrades that somebody else answers. */
  readonly isOthers?: (url: string | undefined) => boolean;
  readonly timings?: Partial<PassthroughTimings>;
  readonly log: Log;
}

export interface PassthroughTimings {
  readonly connectMs: number;
  /** For the media listener's answer to the handshake. */
  readonly answerMs: number;
  /** Without a byte in either direction. The media listener itself closes a stream that is silent for 30 s. */
  readonly idleMs: number;
  /** For what one side still sends after the other has ended. */
  readonly halfClosedMs: number;
}

export interface Passthrough {
  readonly streams: number;
  /** Cuts what is still passing. */
  close(): void;
}

const defaults: PassthroughTimings = { connectMs: 5_000, answerMs: 10_000, idleMs: 60_000, halfClosedMs: 5_000 };
const keepAliveMs = 30_000;
/** Of one address, without the media listener's yes; accepted streams have a token each and are not counted. */
const maxWaitingPerAddress = 50;
const switching = 'HTTP/1.1 101';

/**
 * Hands WebSocket upgrades under `/media/` to the media listener byte for byte, for deployments with a single tunnel or
 * port. Both directions keep their own end (a half-closed side may go on sending for a while) and their own
 * back-pressure. A stream that the media listener refuses ends with its answer.
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
    if (options.isAllowedOrigin?.(request) === false)
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
        // All that passes is written to this socket or read from it.
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
    // A side that is gone without an end takes the other along.
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
  /** What came behind the request. */
  readonly head: Buffer;
  readonly noLongerWaiting: () => void;
}

function prepare(socket: Socket): void {
  socket.setNoDelay(true);
  socket.setTimeout(0);
  socket.setKeepAlive(true, keepAliveMs);
}

/** Says by the first bytes of the answer whether the handshake is accepted. */
function onAnswer(media: Socket, decide: (isAccepted: boolean) => void): void {
  let start = '';
  media.on('data', function look(chunk: Buffer) {
    start += chunk.toString('latin1', 0, switching.length - start.length);
    if (start.length < switching.length && switching.startsWith(start)) return;
    media.off('data', look);
    decide(start === switching);
  });
}

/** The request as it came: order and case of its headers included. */
function requestHead(request: IncomingMessage): string {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
