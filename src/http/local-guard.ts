import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isHouseName, isLoopbackAddress, isLoopbackName, isNearAddress, parseHost } from './host.ts';

/** Returns why a request was not sent by a user or program on this machine, or undefined if it was. */
export function foreignness(request: Pick<FastifyRequest, 'headers' | 'socket'>): string | undefined {
  const { headers } = request;
  if (!isLoopbackAddress(request.socket.remoteAddress)) return 'peer';
  // A web page may point its own host name at 127.0.0.1. Its requests then carry that name.
  const host = parseHost(headers.host);
  if (host === undefined || !isLoopbackName(host.name)) return 'host';
  // A tunnel or proxy on this machine forwards requests from anywhere.
  if (isRelayed(headers)) return 'relayed';
  // A page of another site can send requests here, although it cannot read the responses.
  if (headers.origin !== undefined && !isLocalOrigin(headers.origin)) return 'origin';
  return undefined;
}

/**
 * Returns whether a request from this machine or its network may have been sent by a page of another site: its host is
 * a name that the page may have pointed here (DNS rebinding), or its origin is foreign. For a server in a container, a
 * browser on the same machine connects from the network. Forwarding headers are ignored, since such a page can set them
 * too, and a remote attacker needs no browser.
 */
export function mayBeOfAnotherSite(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  publicBaseUrl: string | undefined,
): boolean {
  const { remoteAddress } = socket;
  const isFromHere = isLoopbackAddress(remoteAddress);
  if (!isFromHere && !isNearAddress(remoteAddress)) return false;
  const publicUrl = publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl);
  const isHere = (name: string): boolean => isLoopbackName(name) || (!isFromHere && isHouseName(name));
  const host = parseHost(headers.host);
  if (host === undefined || !(isHere(host.name) || host.name === publicUrl?.hostname)) return true;
  const { origin } = headers;
  return (
    origin !== undefined && origin !== publicUrl?.origin && !(URL.canParse(origin) && isHere(new URL(origin).hostname))
  );
}

/**
 * Returns whether a request comes from this machine or its private network, under a name used only there, without the
 * headers of a proxy or tunnel. Clients elsewhere reach the server through a public name or address.
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

/**
 * Returns whether only this machine can have sent a request: the server listens on a loopback address, and the request
 * names one, without the headers of a proxy or tunnel. A private peer address proves nothing: packets of strangers get
 * one from a load balancer, a container's port or a proxy that forwards TCP.
 */
export function isFromThisMachine(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  listenHost: string,
): boolean {
  if (!isLoopbackName(listenHost) && !isLoopbackAddress(listenHost)) return false;
  if (!isLoopbackAddress(socket.remoteAddress) || isRelayed(headers)) return false;
  const host = parseHost(headers.host);
  return host !== undefined && isLoopbackName(host.name);
}

const isRelayed = (headers: FastifyRequest['headers']): boolean =>
  [headers.forwarded, headers['x-forwarded-for'], headers['x-forwarded-host'], headers['x-real-ip']].some(
    (value) => value !== undefined,
  );

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}
