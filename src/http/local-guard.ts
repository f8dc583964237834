import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isHouseName, isLoopbackAddress, isLoopbackName, isNearAddress, parseHost } from './host.ts';

/** Why a request is not one that a person or program on this machine sent; undefined when it is. */
export function foreignness(request: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined {
  const { headers } = request;
  if (!isLoopbackAddress(request.socket.remoteAddress)) return 'peer';
  // A web page may point a name of its own at 127.0.0.1; its requests then have that name.
  const host = parseHost(headers.host);
  if (host === undefined || !isLoopbackName(host.name)) return 'host';
  // A tunnel or proxy on this machine speaks for someone who may be anywhere.
  if (isRelayed(headers)) return 'relayed';
  // Another site's page may send requests here without being able to read the answers.
  if (headers.origin !== undefined && !isLocalOrigin(headers.origin)) return 'origin';
  return undefined;
}

/**
 * Whether a request that came from this machine or its network may be one that a page of another site made its browser
 * send: it is for a name that the page may have pointed here (DNS rebinding), or has the page's origin. To a server
 * in a container a browser beside it comes from the network. What the request says of having been relayed counts for
 * nothing, since such a page can say so too; who comes from afar could as well ask without a browser.
 */
export function mayBeOfAnotherSite(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  publicBaseUrl: string | undefined,
): boolean {
  const { remoteAddress } = socket;
  const isFromHere = isLoopbackAddress(remoteAddress);
  if (!isFromHere && !isNearAddress(remoteAddress)) return false;
  const own = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl);
  const isHere = (name: string): boolean => isLoopbackName(name) || (!isFromHere && isHouseName(name));
  const host = parseHost(headers.host);
  if (host === undefined || !(isHere(host.name) || host.name === own?.hostname)) return true;
  const { origin } = headers;
  return origin !== undefined && origin !== own?.origin && !(URL.canParse(origin) && isHere(new URL(origin).hostname));
}

/**
 * Whether a request comes from this machine or its private network, under a name that only they use, and no proxy or
 * tunnel says that it passed it on. A client elsewhere reaches the server through a public name or address.
 */
export function isFromNearby({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const { remoteAddress } = socket;
  const isFromHere = isLoopbackAddress(remoteAddress);
  if (!isFromHere && !isNearAddress(remoteAddress)) return false;
  if (isRelayed(headers)) return false;
  const host = parseHost(headers.host);
  if (host === undefined) return false;
  if (isLoopbackName(host.name)) return true;
  const address = host.name.replace(/^\[(.*)\]$/, '$1');
  return !isFromHere && isHouseName(host.name) && (isIP(address) === 0 || isNearAddress(address));
}

const isRelayed = (headers: FastifyRequest['headers']): boolean =>
  [headers.forwarded, headers['x-forwarded-for'], headers['x-forwarded-host'], headers['x-real-ip']].some(
    (value) => value !== undefined,
  );

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}
