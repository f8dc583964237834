import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { createClientAddresses } from '../http/client-address.ts';
import { limitConnections } from '../http/connections.ts';
import { type LiveSocketOptions, openLiveSocket } from '../http/live-socket.ts';
import { openPassthrough } from '../http/media-passthrough.ts';
import { createPageOriginCheck } from '../http/page-origin.ts';
import type { Log } from '../log.ts';

export interface SocketsParts {
  readonly config: Pick<Config, 'http' | 'media' | 'connections'>;
  readonly mediaPort: () => number;
  readonly publicBaseUrl: () => string | undefined;
  readonly live: Pick<LiveSocketOptions, 'path' | 'authenticator' | 'mayLook' | 'look'>;
  readonly log: Log;
}

/** Limits the connections to `PORT` and handles its WebSocket upgrades: the live list, and streams for `MEDIA_PORT`. */
export function openSockets({ server }: Pick<FastifyInstance, 'server'>, parts: SocketsParts) {
  const { config, mediaPort, log } = parts;
  const addresses = createClientAddresses(config.http.trustedProxies);
  const isAllowedOrigin = createPageOriginCheck({ ...config.http, publicBaseUrl: parts.publicBaseUrl });
  const connections = limitConnections(server, { limits: config.connections.http, addresses, log });
  const live = openLiveSocket(server, { ...parts.live, addressOf: addresses.of, isAllowedOrigin });
  const passthrough = openPassthrough(server, {
    isOthers: live.handles,
    target: () => ({ host: connectable(config.media.host), port: mediaPort() }),
    maxStreams: config.connections.streams,
    addressOf: addresses.of,
    isAllowedOrigin,
    onAccepted: connections.release,
    log,
  });
  return {
    close() {
      live.close();
      passthrough.close();
      connections.closeIdle();
    },
  };
}

/** Returns the loopback address for a listener on all addresses. */
const connectable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host);
