import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A server that records messages and sends those that the test specifies. */
export interface ScriptedServer {
  readonly url: string;
  /** Resolves to the next connection. */
  readonly connected: Promise<ServerSide>;
  close(): Promise<void>;
}

export interface ServerSide {
  readonly socket: WebSocket;
  /** Text frames parsed, binary frames unchanged. */
  readonly received: (Record<string, unknown> | Buffer)[];
  send(...messages: (object | Uint8Array | string)[]): void;
  /** Resolves with the first matching message, already received or still to come. */
  until(fits: (message: Record<string, unknown> | Buffer) => boolean): Promise<Record<string, unknown> | Buffer>;
}

export async function openScriptedServer(): Promise<ScriptedServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const connected = new Promise<ServerSide>((resolve) => {
    server.once('connection', (socket) => resolve(serverSide(socket)));
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/media`,
    connected,
    async close() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serverSide(socket: WebSocket): ServerSide {
  const received: (Record<string, unknown> | Buffer)[] = [];
  const waiters = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    received.push(isBinary ? data : (JSON.parse(data.toString('utf8')) as Record<string, unknown>));
    for (const waiter of [...waiters]) waiter();
  });
  return {
    socket,
    received,
    send(...messages) {
      for (const message of messages) {
        socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message));
      }
    },
    until: (fits) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = received.find(fits);
          if (found === undefined) return;
          waiters.delete(check);
          resolve(found);
        };
        waiters.add(check);
        check();
      }),
  };
}
