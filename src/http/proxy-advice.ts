import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';

/**
 * Logs once when a request arrives through an untrusted proxy: all clients behind it count as one address for rate
 * limits and failed logins.
 */
export function registerProxyAdvice(app: FastifyInstance, log: Log): void {
  let isGiven = false;
  app.addHook('onRequest', async ({ headers, ip, socket }) => {
    if (isGiven || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    isGiven = true;
    log.warn(
      { event: 'untrusted_proxy', address: ip },
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not list: if it is your proxy, add it, or all clients behind it share one address',
    );
  });
}
