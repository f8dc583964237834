import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Problem } from '../problem.ts';
import type { LimitStore } from './limit-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Requests a minute of one caller to this route, and of all callers of an organisation together; the default unless
     * said, `none` for what is not counted.
     */
    limit?: { readonly perMinute: number; readonly ofOrganisation?: number } | 'none';
  }
}

/** Apart, so that a flood from many addresses cannot push out the counts of known callers. */
export interface LimitStores {
  readonly callers: LimitStore;
  readonly addresses: LimitStore;
}

export interface RateLimitOptions {
  readonly stores: LimitStores;
  /** Of one API key or person, to each route that declares no limit of its own. */
  readonly perMinute: number;
}

/** Of one address, to each public route that declares no limit of its own. */
export const publicPerMinute = 600;

/** Counts after the caller is known: by verified key or person, and by address where nobody needs to be known. */
export function registerRateLimits(app: FastifyInstance, { stores, perMinute }: RateLimitOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const { limit, access } = request.routeOptions.config;
    if (request.is404 || limit === 'none') return;
    const open = access === 'public';
    const who = open ? addressOf(request) : callerOf(request);
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

/** Undefined for who is not counted. */
function callerOf({ identity }: FastifyRequest): string | undefined {
  if (identity === undefined || identity.unlimited) return undefined;
  return identity.method === 'api_key' ? `key ${identity.credentialUuid}` : `user ${identity.userUuid}`;
}

/** A proxy may pass on anything in place of an address. */
const addressOf = ({ ip, socket }: FastifyRequest): string =>
  networkOf(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);

/** As the description of the API writes it. HEAD is a GET without a body. */
function routeOf({ method, routeOptions }: FastifyRequest): string {
  const url = (routeOptions.url ?? '').replaceAll(/:([A-Za-z]+)/g, '{$1}');
  return `${method === 'HEAD' ? 'GET' : method} ${url}`;
}

/** One customer of a provider has a whole /64 of IPv6 addresses. */
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
