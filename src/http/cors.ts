import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route whose responses pages of any origin may read. It carries no credential. */
    anyOrigin?: true;
  }
}

/** Headers of a response that pages of any origin may read. */
export const readByAnyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/**
 * Lets pages of these origins read responses. Browser credentials are never used: callers have a token, and there are
 * no cookies. Registered before authentication, since a preflight has no credential.
 */
export async function registerCors(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anyOrigin === true) reply.headers(readByAnyOrigin);
  });
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'range'],
    exposedHeaders: [
      'etag',
      'x-request-id',
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'content-disposition',
      'content-range',
    ],
    maxAge: 600,
  });
}
