import type { IncomingMessage } from 'node:http';
import type { StreamDialect } from '../../media/ports.ts';
import { parseHost } from './host.ts';

export interface AddressConfig {
  /** Port of the control plane, used when the request's own socket does not provide it. */
  readonly httpPort: number;
  readonly mediaPort: () => number;
  readonly publicBaseUrl: () => string | undefined;
  readonly mediaBaseUrl?: string;
}

/** The parts of a request from which an address is derived. */
export interface Addressed {
  readonly host: string | undefined;
  /** `X-Forwarded-Proto`, if any. */
  readonly forwardedProto: string | undefined;
  /** Port that the request arrived at. */
  readonly arrivedPort: number;
}

export interface Addresses {
  /**
   * Returns the ws(s) origin of the media listener for the sender of this request; undefined if it cannot be derived.
   */
  media(from: Addressed): string | undefined;
  /** Returns the http(s) origin of this server for the sender of this request; undefined if it cannot be derived. */
  base(from: Addressed): string | undefined;
  /** Returns the http(s) origin of this server for any client: the public one if configured. */
  own(from: Addressed): string | undefined;
}

/**
 * A host with the control plane's port gets the media port. A host without a port, or with the port of a proxy or
 * tunnel, is kept: there `/media/` is routed to the media listener or passed through by this server.
 */
export function createAddresses(config: AddressConfig): Addresses {
  const base = (from: Addressed): string | undefined => {
    const host = parseHost(from.host);
    if (host === undefined) return config.publicBaseUrl();
    const authority = host.port === undefined ? host.name : `${host.name}:${host.port}`;
    return `${isSecure(from, host.name) ? 'https' : 'http'}://${authority}`;
  };

  /** A tunnel that sends no `X-Forwarded-Proto` is recognised by its host name. */
  function isSecure(from: Addressed, name: string): boolean {
    const forwarded = from.forwardedProto?.split(',')[0]?.trim().toLowerCase();
    if (forwarded !== undefined && forwarded !== '') return forwarded === 'https' || forwarded === 'wss';
    const publicBaseUrl = config.publicBaseUrl();
    if (publicBaseUrl === undefined) return false;
    const publicUrl = new URL(publicBaseUrl);
    return publicUrl.protocol === 'https:' && publicUrl.hostname === name;
  }

  return {
    base,
    own: (from) => config.publicBaseUrl() ?? base(from),
    media(from) {
      if (config.mediaBaseUrl !== undefined) return config.mediaBaseUrl;
      const http = base(from);
      if (http === undefined) return undefined;
      const host = parseHost(from.host);
      const direct = host?.port !== undefined && host.port === from.arrivedPort;
      const origin = direct ? `${http.slice(0, http.lastIndexOf(':'))}:${config.mediaPort()}` : http;
      return origin.replace(/^http/, 'ws');
    },
  };
}

export function addressedOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, httpPort: number): Addressed {
  const proto = request.headers['x-forwarded-proto'];
  return {
    host: request.headers.host,
    forwardedProto: Array.isArray(proto) ? proto[0] : proto,
    arrivedPort: request.socket.localPort ?? httpPort,
  };
}

/** Returns the URL at which a stream of this dialect is opened with this token. */
export const streamUrl = (mediaBase: string, dialect: StreamDialect, token: string): string =>
  `${mediaBase}/media/${dialect}/${token}`;
