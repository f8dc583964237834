import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
};

/** For responses that are not pages. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Policy of the console: its own files, the given media listener, recordings, and styles with the nonce of this
 * response.
 */
export function consolePolicy(mediaOrigin: string | undefined, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${mediaOrigin === undefined ? '' : ` ${mediaOrigin}`}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Policy of the API documentation page: its own files, images in its styles, requests to this server. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Adds the headers of every response, including those sent before any hook. */
export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(always);
  reply.header('content-security-policy', closedPolicy);
  reply.header('x-request-id', request.id);
}

/** A year, as browsers' preload lists ask. Subdomains may belong to others. */
const strictTransport = 'max-age=31536000';

export function registerSecurityHeaders(
  app: FastifyInstance,
  publicBaseUrl: () => string | undefined = () => undefined,
): void {
  app.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(request, reply);
    // Browsers ignore it over plain HTTP.
    if (publicBaseUrl()?.startsWith('https:') === true) reply.header('strict-transport-security', strictTransport);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
