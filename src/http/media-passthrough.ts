import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';

export interface PassthroughOptions {
  /** Where the media listener is; asked for each stream, since its port may be chosen late. */
  readonly target: () => { readonly host: string; readonly port: number };
  /** Streams passed through at once; more are answered 503. */
  readonly maxStreams: number;
  readonly connectTimeoutMs: number;
  /** Upgrades that somebody else answers. */
  readonly isOthers?: (url: string | undefined) => boolean;
  readonly log: Log;
}

export interface Passthrough {
  readonly streams: number;
  /** Cuts what is still passing. */
  close(): void;
}

/**
 * Hands WebSocket upgrades under `/media/` to the media listener byte for byte, for whoever has a single tunnel or port
 * only. Both directions keep their own end (a half-closed side may go on sending) and their own back-pressure.
 */
export function openPassthrough(server: Server, options: PassthroughOptions): Passthrough {
  const open = new Set<() => void>();

  server.on('upgrade', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => {});
    if (options.isOthers?.(request.url)) return;
    if (!/^\/media\//.test(request.url ?? '')) return refuse(client, 404, 'There is no stream at this address.');
    if (open.size >= options.maxStreams) return refuse(client, 503, 'Too many streams; try again later.');
    pass(request, client as Socket, head);
  });

  function pass(request: IncomingMessage, client: Socket, head: Buffer): void {
    const { host, port } = options.target();
    const media = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const cut = (): void => {
      client.resetAndDestroy();
      media.resetAndDestroy();
    };
    let connected = false;
    open.add(cut);
    client.setNoDelay(true);
    client.setTimeout(0);
    media.setTimeout(options.connectTimeoutMs, () => media.destroy(new Error('the media listener did not answer')));
    media.on('connect', () => {
      connected = true;
      media.setTimeout(0);
      media.write(requestHead(request));
      if (head.length > 0) media.write(head);
      client.pipe(media);
      media.pipe(client);
    });
    media.on('error', (error) => {
      if (connected) return cut();
      options.log.error({ err: error }, 'a media stream could not be passed on');
      refuse(client, 502, 'The media listener does not answer.');
    });
    // A side that only ended leaves the other open; one that is gone without an end takes it along.
    client.on('close', () => {
      open.delete(cut);
      if (!client.readableEnded || !connected) media.resetAndDestroy();
    });
    media.on('close', () => {
      open.delete(cut);
      if (connected && !media.readableEnded) client.resetAndDestroy();
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

/** The request as it came: order and case of its headers included. */
function requestHead(request: IncomingMessage): string {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const reasons = { 404: 'Not Found', 502: 'Bad Gateway', 503: 'Service Unavailable' } as const;

function refuse(client: Duplex, status: keyof typeof reasons, detail: string): void {
  const body = JSON.stringify({ detail });
  client.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
