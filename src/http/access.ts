import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackAddress, isLoopbackName, parseHost } from './host.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who a route answers to: anyone, or people and programs on this machine. */
    access?: 'public' | 'local';
  }
}

const refusal =
  'Until accounts exist this address answers only to this machine itself: open it as http://localhost or http://127.0.0.1, without a proxy.';

/** Why a request is not one that a person or program on this machine sent; undefined when it is. */
function foreignness(request: Pick<FastifyRequest, 'headers' | 'method'> & { readonly peer: string | undefined }) {
  const { headers } = request;
  if (!isLoopbackAddress(request.peer)) return 'peer';
  // A web page may point a name of its own at 127.0.0.1; its requests then bear that name.
  const host = parseHost(headers.host);
  if (host === undefined || !isLoopbackName(host.name)) return 'host';
  // A tunnel or proxy on this machine speaks for someone who may be anywhere.
  if (headers.forwarded ?? headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers['x-real-ip'])
    return 'relayed';
  // Another site's page may send requests here without being able to read the answers.
  if (headers.origin !== undefined && !isLocalOrigin(headers.origin)) return 'origin';
  return undefined;
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}

/** Holds every route to its declaration; a route without one does not register. */
export function registerAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`route ${route.url} does not say who it answers to`);
  });
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return;
    const { headers, method } = request;
    const why = foreignness({ headers, method, peer: request.socket.remoteAddress });
    if (why === undefined) return;
    request.log.warn({ why, requestId: request.id }, 'refused a request that is not from this machine');
    throw new Problem('forbidden', refusal);
  });
}
