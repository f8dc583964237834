import type { HttpResponse, us_socket, WebSocket } from 'uWebSockets.js';
import { connect, type Socket } from 'node:net';
import { invariant } from '../kit/invariant.ts';
import { listen, type Uws } from './uws-native.ts';

/**
 * Holds the thread's cork while a response is upgraded after its request handler has returned. The library wants such
 * writes corked, but corking the upgraded response itself is unsafe: if the upgraded socket keeps its place in memory,
 * the library mistakes it for the former response and may close it because of what it reads there (seen in one of five
 * first streams of a thread). While another socket holds the cork, `cork` of the response only runs its callback.
 */
export interface CorkHolder {
  /** Connects the socket again if it was lost. Resolves to whether responses can be upgraded now. */
  ready(): Promise<boolean>;
  /** `upgrade` upgrades `res`, whose request handler has returned. Call it in the same turn in which `ready` resolves. */
  run(res: HttpResponse, upgrade: () => void): void;
  close(): void;
}

const handshake = [
  'GET / HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '\r\n',
].join('\r\n');

/** Opens a loopback WebSocket to this process. Its port is open only while it connects. */
export async function openCorkHolder(uws: Uws): Promise<CorkHolder> {
  const app = uws.App();
  let holder: WebSocket<object> | undefined;
  let peer: Socket | undefined;
  let connecting: Promise<void> | undefined;
  let isClosed = false;
  app.ws<object>('/*', {
    idleTimeout: 0,
    open(ws) {
      holder ??= ws;
    },
    close(ws) {
      if (ws === holder) holder = undefined;
    },
  });

  async function hold(): Promise<void> {
    peer?.destroy();
    const listening = await listen(uws, app, { host: '127.0.0.1', port: 0 });
    const next = connect(uws.us_socket_local_port(listening as us_socket), '127.0.0.1');
    peer = next;
    await new Promise<void>((resolve) => {
      next.once('data', () => resolve());
      next.once('close', () => resolve());
      next.on('error', () => next.destroy());
      next.write(handshake);
    });
    next.unref();
    uws.us_listen_socket_close(listening);
  }

  await hold();
  return {
    async ready() {
      if (holder !== undefined) return true;
      if (isClosed) return false;
      connecting ??= hold()
        .catch(() => {})
        .finally(() => {
          connecting = undefined;
        });
      await connecting;
      return holder !== undefined;
    },
    run(res, upgrade) {
      invariant(holder, 'no socket holds the cork');
      holder.cork(() => res.cork(upgrade));
    },
    close() {
      isClosed = true;
      peer?.destroy();
      app.close();
    },
  };
}
