import type { StreamRequest } from '../line/stream-request.ts';
import type { RefusalStatus } from './transport.ts';

/** Parts of an HTTP request that decide about the upgrade. Absent headers are empty. */
export interface HandshakeRequest {
  readonly method: string;
  /** Path, with or without a query. */
  readonly url: string;
  readonly upgrade: string;
  readonly key: string;
  readonly version: string;
  readonly host: string;
  readonly origin: string;
  readonly signatures: StreamRequest['signatures'];
}

export type Handshake =
  | {
      readonly ok: true;
      readonly dialect: string;
      readonly token: string;
      /** Whether another server passes the stream on to this one. */
      readonly isPassedOn: boolean;
      readonly request: StreamRequest;
    }
  | { readonly ok: false; readonly status: RefusalStatus; readonly detail: string };

const refuse = (status: RefusalStatus, detail: string): Handshake => ({ ok: false, status, detail });

const mediaPath = /^\/media\/([a-z0-9_]{1,32})\/([A-Za-z0-9_.~-]{1,1024})\/?$/;
/** A far end with one address for all its calls adds the token as a parameter. */
const sharedPath = /^(\/media\/[a-z0-9_]{1,32})\/?$/;
/** Query of a stream that a server without room passes on. Anybody may add it: the receiver then does not pass it on. */
export const passedOn = '?passed-on=1';
/** Sixteen bytes in base64 (RFC 6455, 4.1). */
const handshakeKey = /^[A-Za-z0-9+/]{22}==$/;

/** Reads `GET /media/<dialect>/<token>`, to which providers may append queries, or `GET /media/<dialect>?ticket=<token>`. */
export function readHandshake(upgradeRequest: HandshakeRequest): Handshake {
  const { method, url, upgrade, key, version, host, origin, signatures } = upgradeRequest;
  const match = mediaPath.exec(pathOf(url));
  if (match === null) return refuse(404, 'Only media streams are served here.');
  if (method.toUpperCase() !== 'GET' || upgrade.toLowerCase() !== 'websocket') {
    return refuse(426, 'This address accepts WebSocket connections only.');
  }
  if (version !== '13') return refuse(426, 'Only version 13 of the WebSocket protocol is supported.');
  if (!handshakeKey.test(key)) return refuse(400, 'The WebSocket key is invalid.');
  const isPassedOn = url.endsWith(passedOn);
  // Such a host is passed on as a header.
  const request = {
    host: /^[\x21-\x7e]*$/.test(host) ? host : '',
    origin: /^[\x21-\x7e]{0,512}$/.test(origin) ? origin : '',
    target: isPassedOn ? url.slice(0, -passedOn.length) : url,
    signatures,
  };
  return { ok: true, dialect: match[1] as string, token: match[2] as string, isPassedOn, request };
}

/** Returns the path, with the token of a shared address as its last part. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  if (query === -1) return url;
  const path = url.slice(0, query);
  const shared = sharedPath.exec(path)?.[1];
  if (shared === undefined) return path;
  return `${shared}/${new URLSearchParams(url.slice(query)).get('ticket') ?? ''}`;
}

/** The only subprotocol that a far end requires: Asterisk closes a connection that does not select it. */
const subprotocol = 'media';

/** Returns the subprotocol to select from those that the far end offers; empty for none. */
export const subprotocolOf = (offered: string): string =>
  offered.split(',').some((name) => name.trim() === subprotocol) ? subprotocol : '';

export const statusText: Readonly<Record<RefusalStatus, string>> = {
  400: '400 Bad Request',
  403: '403 Forbidden',
  404: '404 Not Found',
  426: '426 Upgrade Required',
  503: '503 Service Unavailable',
};

/** Returns the headers of a refusal except its length; its body is `{"detail"}`. */
export function refusalHeaders(status: RefusalStatus): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Connection', 'close'],
  ];
  if (status === 426) headers.push(['Upgrade', 'websocket'], ['Sec-WebSocket-Version', '13']);
  if (status === 503) headers.push(['Retry-After', '1']);
  return headers;
}
