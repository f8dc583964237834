import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { foreignness } from '../../../http/local-guard.ts';
import { Problem } from '../../../http/problem.ts';
import type { AnsweredRequest, Metrics, MetricsSources } from './metrics.ts';

export interface MetricsRouteOptions {
  readonly metrics: Metrics;
  readonly sources: MetricsSources;
  /** Token for scrapers on other machines; without it, only this machine may read. */
  readonly token?: string;
}

const refusal =
  'Metrics are served to this machine only. To scrape from elsewhere, set METRICS_TOKEN and send it as Authorization: Bearer <token>.';

export function registerMetricsRoute(app: FastifyInstance, options: MetricsRouteOptions): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    // Scrapers have no account, so the route itself checks access.
    config: {
      access: 'public',
      limit: 'none',
      errors: {
        unauthorised: 'METRICS_TOKEN is set, and the request does not carry it.',
        forbidden: 'METRICS_TOKEN is not set, and the request comes from elsewhere or was forwarded.',
      },
    },
    schema: {
      summary: 'Returns metrics for Prometheus, to loopback clients and to clients that send METRICS_TOKEN.',
      tags: ['server'],
      answers: ['text/plain'],
    },
    handler: async (request, reply) => {
      admit(request, options.token);
      return reply.type(options.metrics.contentType).send(await options.metrics.scrape(options.sources));
    },
  });
}

function admit(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (foreignness(request) !== undefined) throw new Problem('forbidden', refusal);
    return;
  }
  const sent = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(sent), digest(token)))
    throw new Problem('unauthorised', 'Send METRICS_TOKEN as Authorization: Bearer <token>.', {
      'www-authenticate': 'Bearer',
    });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Counts every response by the registered path, because real paths contain identifiers. */
export function watchRequests(
  app: FastifyInstance,
  answered: (request: AnsweredRequest & { readonly requestId: string }) => void,
): void {
  app.addHook('onResponse', async (request, reply) => {
    answered({
      method: request.method,
      route: request.is404 ? undefined : request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
      requestId: request.id,
    });
  });
}
