import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Server as SocketServer } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  /** Unparsed body. */
  readonly body: Buffer;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits for this many requests. */
  until(count: number): Promise<readonly Received[]>;
}

/** Opens a receiver on this machine that stores its requests; closed when the test ends. */
export async function openReceiver(answer: RequestListener = (_, reply) => void reply.end('{}')): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('error', () => {});
    reply.on('error', () => {});
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces) });
      answer(request, reply);
      for (const look of waiting) look();
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Listens on a free port of this machine; closed when the test ends, even with open connections. */
export async function listen(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
