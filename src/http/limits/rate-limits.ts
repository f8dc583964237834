import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Problem } from '../problem.ts';
import type { LimitStore } from './limit-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Requests per minute of one caller to this route, and of all callers of an organisation together. Omit for the
     * default; `none` disables counting.
     */
    limit?: { readonly perMinute: number; readonly ofOrganisation?: number } | 'none';
  }
}

/** Separate stores, so that a flood from many addresses cannot evict the counts of authenticated callers. */
export interface LimitStores {
  readonly callers: LimitStore;
  readonly addresses: LimitStore;
}

export interface RateLimitOptions {
  readonly stores: LimitStores;
  /** Limit for one API key or user on each route without a limit of its own. */
  readonly perMinute: number;
}

/** Limit for one address on each public route without a limit of its own. */
export const publicPerMinute = 600;

/** Counts requests after authentication: by key or user, and by address on public routes. */
export function registerRateLimits(app: FastifyInstance, { stores, perMinute }: RateLimitOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const { limit, access } = request.routeOptions.config;
    if (request.is404 || limit === 'none') return;
    const open = access === 'public';
    const who = open ? clientAddressOf(request) : callerOf(request);
    if (who === undefined) return;
    const most = limit?.perMinute ?? (open ? publicPerMinute : perMinute);
    const route = routeOf(request);
    const { count, resetMs } = await (open ? stores.addresses : stores.callers).hit(`${who} ${route}`, most);
    const resetSeconds = String(Math.ceil(resetMs / 1000));
    reply.header('x-ratelimit-limit', most);
    reply.header('x-ratelimit-remaining', Math.max(0, most - count));
    reply.header('x-ratelimit-reset', resetSeconds);
    if (count > most) throw exceeded(`${most} requests per minute to ${route}`, resetSeconds);
    const together = limit?.ofOrganisation;
    const organisation = request.identity?.organisationId;
    if (together === undefined || organisation === undefined) return;
    const shared = await stores.callers.hit(`organisation ${organisation} ${route}`, together);
    if (shared.count > together)
      throw exceeded(
        `${together} requests per minute of your organisation to ${route}`,
        String(Math.ceil(shared.resetMs / 1000)),
      );
  });
}

const exceeded = (what: string, seconds: string): Problem =>
  new Problem('too_many_requests', `Rate limit exceeded: ${what}. Try again in ${seconds} s.`, {
    'retry-after': seconds,
  });

/** Returns undefined for a caller that is not counted. */
function callerOf({ identity }: FastifyRequest): string | undefined {
  if (identity === undefined || identity.unlimited) return undefined;
  return identity.method === 'api_key' ? `key ${identity.credentialUuid}` : `user ${identity.userUuid}`;
}

/** Returns the client's address, an IPv6 address as its /64. A proxy may send anything in place of an address. */
export const clientAddressOf = ({ ip, socket }: FastifyRequest): string =>
  networkOf(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);

/** Returns the route as the OpenAPI document writes it. HEAD counts as GET. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  const url = (routeOptions.url ?? '').replaceAll(/:([A-Za-z]+)/g, '{$1}');
  return `${method === 'HEAD' ? 'GET' : method} ${url}`;
}

/** Returns the address, or the /64 of an IPv6 address, since a provider assigns a whole /64 to one customer. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString();
}
