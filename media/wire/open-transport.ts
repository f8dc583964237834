import { adaptedUwsPath } from '../../native/uws-path.ts';
import { MediaFault } from '../line/fault.ts';
import type { MediaTransport, TransportOptions } from './transport.ts';
import { openUwsTransport } from './uws.ts';
import { loadUws } from './uws-native.ts';
import { openWsTransport } from './ws.ts';

export interface OpenTransportOptions<T> extends TransportOptions<T> {
  /** `auto`: uWebSockets.js if it loads, otherwise `ws`. */
  readonly driver: 'auto' | 'uws' | 'ws';
}

/**
 * Listens for media. Throws `port_in_use`, `port_not_shared`, and `transport_unavailable` when the requested driver
 * does not load.
 */
export async function openTransport<T>(options: OpenTransportOptions<T>): Promise<MediaTransport> {
  const { driver, log } = options;
  if (driver === 'ws') return opened(await openWsTransport(options), log, 'as configured');
  const load = loadUws(() => adaptedUwsPath(process.env));
  if (load.ok) return opened(await openUwsTransport(options, load.uws), log, `${load.build} build`);
  if (driver === 'uws') throw new MediaFault('transport_unavailable', `uWebSockets.js does not load: ${load.reason}`);
  return opened(await openWsTransport(options), log, `uWebSockets.js does not load: ${load.reason}`);
}

function opened(transport: MediaTransport, log: TransportOptions<unknown>['log'], why: string): MediaTransport {
  log(`media is served by ${transport.driver}`, { port: transport.port, why });
  return transport;
}
