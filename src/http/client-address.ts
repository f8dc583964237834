import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { networkOf } from './limits/rate-limits.ts';

/** Determines the client behind a connection, or behind a request that a proxy relays. */
export interface ClientAddresses {
  /** Returns whether connections from this address may carry anyone's requests. */
  isProxy(address: string | undefined): boolean;
  /**
   * Returns the address used for limits: from `X-Forwarded-For` if a trusted proxy sent it; an IPv6 address is reduced
   * to its /64.
   */
  of(request: IncomingMessage): string;
}

export function createClientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const trusts = proxyAddress.compile([...trustedProxies]);
  return {
    isProxy: (address) => address !== undefined && isIP(address) !== 0 && trusts(address, 0),
    of(request) {
      const forwarded = proxyAddress(request, trusts);
      return networkOf(
        forwarded === undefined || isIP(forwarded) === 0 ? (request.socket.remoteAddress ?? '') : forwarded,
      );
    },
  };
}
