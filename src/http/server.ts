import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Log } from '../log.ts';
import { registerAccess } from './access.ts';
import { registerBodyDeadlines } from './body-deadline.ts';
import { registerCompression } from './compression.ts';
import { registerCors } from './cors.ts';
import { answerError, partTooLong, registerErrors } from './errors.ts';
import type { Authenticator } from './identity.ts';
import { registerJsonBodies } from './json-bodies.ts';
import { createMemoryLimitStore, limitCapacity } from './limits/limit-store.ts';
import { type LimitStores, registerRateLimits } from './limits/rate-limits.ts';
import { missingAt, pathOfUnknownMethod, registerNotFound } from './not-found.ts';
import { registerDocsPage } from './openapi/docs-page.ts';
import { registerOpenApi } from './openapi/openapi.ts';
import { createRouteList, type RouteList } from './openapi/route-list.ts';
import { Problem } from './problem.ts';
import { registerProxyAdvice } from './proxy-advice.ts';
import { registerQueryNames } from './query-names.ts';
import { refuseSocket } from './refusal.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { registerStopping } from './stopping.ts';
import { registerZod } from './zod-compilers.ts';

export interface ServerOptions {
  readonly log: Log;
  readonly version: string;
  readonly isDiskTrouble: (error: unknown) => boolean;
  readonly authenticator: Authenticator;
  /** Addresses whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Origins whose pages may read responses; none by default. */
  readonly corsOrigins?: readonly string[];
  /** URL under which browsers reach the server. */
  readonly publicBaseUrl?: () => string | undefined;
  /** Limit for one caller on a route that declares none; 100 by default. `off` disables declared limits too. */
  readonly rateLimitPerMinute?: number | 'off';
  /** Where requests are counted; in this process by default. */
  readonly limitStores?: Partial<LimitStores>;
}

const perMinute = 100;
const bodyLimitBytes = 1024 * 1024;
/** Twice what a real client needs at most. */
const bodyDeadlineMs = 30_000;

/**
 * Creates the control plane's HTTP server with what every route relies on: zod validation, `{detail}` errors, request
 * ids, security headers, access checks, rate limits and deadlines. Features register their routes on it.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    // Node's own deadline is the same for all requests; bodies have deadlines of their own.
    requestTimeout: 0,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1000 },
    forceCloseConnections: 'idle',
    // A request that arrives during shutdown is answered, and its connection then closes.
    return503OnClosing: false,
    // Longer parts are rejected after authentication, see `registerPartLimit`.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, options.isDiskTrouble),
    clientErrorHandler: (error, socket) => answerBrokenHttp(error, socket, list),
  }) as FastifyInstance;

  takeEveryMethod(app);
  registerBodyDeadlines(app, { bodyMs: bodyDeadlineMs, answer: (socket) => answerBrokenHttp(tooSlow, socket) });
  const list = createRouteList(app);
  registerSecurityHeaders(app, options.publicBaseUrl);
  await registerCors(app, options.corsOrigins ?? []);
  registerAccess(app, options.authenticator);
  registerPartLimit(app);
  registerLimits(app, options);
  registerStopping(app);
  await registerCompression(app);
  registerZod(app);
  registerQueryNames(app);
  registerErrors(app, options.isDiskTrouble);
  registerProxyAdvice(app, options.log);
  registerNotFound(app, list);
  registerRequestLog(app, options.log);
  // Pages of other sites may send plain text without a preflight, and no route accepts it.
  app.removeContentTypeParser('text/plain');
  registerJsonBodies(app);
  // The console's scripts are compressed at build time.
  await app.register(fastifyStatic, { serve: false, preCompressed: true });
  registerOpenApi(app, list, { version: options.version, perMinute: options.rateLimitPerMinute ?? perMinute });
  registerDocsPage(app);
  return app;
}

function registerLimits(app: FastifyInstance, { rateLimitPerMinute = perMinute, limitStores }: ServerOptions): void {
  if (rateLimitPerMinute === 'off') return;
  const inMemory = () => createMemoryLimitStore({ nowMs: () => performance.now(), capacity: limitCapacity });
  const { callers = inMemory(), addresses = inMemory() } = limitStores ?? {};
  registerRateLimits(app, { stores: { callers, addresses }, perMinute: rateLimitPerMinute });
}

/** Accepts every HTTP method, so that one without a route receives 405. */
function takeEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
}

/** Maximum length of an e-mail address. */
const maxPartCharacters = 254;

function registerPartLimit(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params }) => {
    for (const [name, part] of Object.entries((params ?? {}) as Record<string, string>))
      if (name !== '*' && part.length > maxPartCharacters) throw new Problem('uri_too_long', partTooLong);
  });
}

/**
 * Omits the query, which contains phone numbers in callbacks and tokens elsewhere. Redacts the token in a stream's
 * path.
 */
const pathToLog = (url: string): string | undefined =>
  url.replace(/^(\/+media\/+[^/?]*\/+)[^?]+/i, '$1[redacted]').split('?')[0];

function registerRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!log.isLevelEnabled('debug')) return;
    request.log.debug(
      {
        requestId: request.id,
        method: request.method,
        path: pathToLog(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}

const tooSlow = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

type BrokenHttp = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** Responds to requests that are not HTTP, arrive too slowly, or have a method that the parser does not know. */
function answerBrokenHttp(error: BrokenHttp, socket: import('node:net').Socket, list?: RouteList): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'HPE_HEADER_OVERFLOW') return refuseSocket(socket, 431, 'The request headers are too large.');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refuseSocket(socket, 408, 'The request took too long to arrive.');
  const path = error.code === 'HPE_INVALID_METHOD' ? pathOfUnknownMethod(error.rawPacket) : undefined;
  if (path === undefined || list === undefined) return refuseSocket(socket, 400, 'This is not a valid HTTP request.');
  const { code, message, headers } = missingAt(path, list);
  refuseSocket(socket, code === 'not_found' ? 404 : 405, message, headers);
}
