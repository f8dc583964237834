import type { HttpResponse, us_socket, WebSocket } from 'uWebSockets.js';
import { connect } from 'node:net';
import { listen, type Uws } from './uws-native.ts';

/**
 * Holds the thread's cork while a response is upgraded after its request handler has returned. The library wants such
 * writes corked, but corking the upgraded response itself is unsafe: if the upgraded socket keeps its place in memory,
 * the library mistakes it for the former response and may close it because of what it reads there (seen in one of five
 * first streams of a thread). While another socket holds the cork, `cork` of the response only runs its callback.
 */
export interface CorkHolder {
  /** `upgrade` upgrades `res`, whose request handler has returned. */
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

/** Opens a loopback WebSocket to this process; its port is closed once it is connected. */
export async function openCorkHolder(uws: Uws): Promise<CorkHolder> {
  const app = uws.App();
  let holder: WebSocket<object> | undefined;
  app.ws<object>('/*', {
    idleTimeout: 0,
    open(ws) {
      holder ??= ws;
    },
    close(ws) {
      if (ws === holder) holder = undefined;
    },
  });
  const listening = await listen(uws, app, { host: '127.0.0.1', port: 0 });
  const peer = connect(uws.us_socket_local_port(listening as us_socket), '127.0.0.1');
  await new Promise<void>((resolve) => {
    peer.once('data', () => resolve());
    peer.once('close', () => resolve());
    peer.on('error', () => peer.destroy());
    peer.write(handshake);
  });
  peer.unref();
  uws.us_listen_socket_close(listening);
  return {
    run(res, upgrade) {
      if (holder === undefined) upgrade();
      else holder.cork(() => res.cork(upgrade));
    },
    close() {
      peer.destroy();
      app.close();
    },
  };
}
