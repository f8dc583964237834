import type { RefusalStatus } from './transport.ts';

/** Parts of an HTTP request that decide about the upgrade. Absent headers are empty. */
export interface HandshakeRequest {
  readonly method: string;
  /** Path, with or without a query. */
  readonly url: string;
  readonly upgrade: string;
  readonly key: string;
  readonly version: string;
}

export type Handshake =
  | { readonly ok: true; readonly dialect: string; readonly token: string }
  | { readonly ok: false; readonly status: RefusalStatus; readonly detail: string };

const refuse = (status: RefusalStatus, detail: string): Handshake => ({ ok: false, status, detail });

const mediaPath = /^\/media\/([a-z0-9_]{1,32})\/([A-Za-z0-9_.~-]{1,1024})\/?$/;
/** Sixteen bytes in base64 (RFC 6455, 4.1). */
const handshakeKey = /^[A-Za-z0-9+/]{22}==$/;

/** Reads `GET /media/<dialect>/<token>`; providers may append queries. */
export function readHandshake({ method, url, upgrade, key, version }: HandshakeRequest): Handshake {
  const query = url.indexOf('?');
  const match = mediaPath.exec(query === -1 ? url : url.slice(0, query));
  if (match === null) return refuse(404, 'Only media streams are served here.');
  if (method.toUpperCase() !== 'GET' || upgrade.toLowerCase() !== 'websocket') {
    return refuse(426, 'This address accepts WebSocket connections only.');
  }
  if (version !== '13') return refuse(426, 'Only version 13 of the WebSocket protocol is supported.');
  if (!handshakeKey.test(key)) return refuse(400, 'The WebSocket key is invalid.');
  return { ok: true, dialect: match[1] as string, token: match[2] as string };
}

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
