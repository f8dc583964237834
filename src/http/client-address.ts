import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { networkOf } from './limits/rate-limits.ts';

/** Who is at the other end of a connection, and of a request that a proxy relays. */
export interface ClientAddresses {
  /** Whether connections from here may be anyone's. */
  isProxy(address: string | undefined): boolean;
  /** The address that limits go by: `X-Forwarded-For` where a trusted proxy sends it; an IPv6 /64 as one. */
  of(request: IncomingMessage): string;
}

export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const trusts = proxyAddress.compile([...trustedProxies]);
  return {
    isProxy: (address) => address !== undefined && isIP(address) !== 0 && trusts(address, 0),
    of(request) {
      const told = proxyAddress(request, trusts);
      return networkOf(told === undefined || isIP(told) === 0 ? (request.socket.remoteAddress ?? '') : told);
    },
  };
}
