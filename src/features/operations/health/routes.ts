import type { FastifyInstance } from 'fastify';
import { isFromNearby } from '../../../http/local-guard.ts';
import { atMostEach } from './at-most-each.ts';
import { health, readiness } from './schema.ts';
import { createHealthReader, type HealthOptions, readReadiness } from './service.ts';

/** Each check costs a query and messages between threads. Anonymous clients cause one a second at most. */
const strangersEveryMs = 1000;

export function registerHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const clock = () => performance.now();
  const readHealth = createHealthReader(options);
  const lateHealth = atMostEach(strangersEveryMs, clock, readHealth);
  const lateReadiness = atMostEach(strangersEveryMs, clock, () => readReadiness(options));
  app.route({
    method: 'GET',
    url: '/health',
    config: { access: 'public', limit: 'none' },
    schema: {
      summary: 'Returns the state of the server, its models and its capacity.',
      tags: ['server'],
      response: { 200: health },
    },
    handler: (request) => (isFromNearby(request) ? readHealth() : lateHealth()),
  });

  app.route({
    method: 'GET',
    url: '/ready',
    config: { access: 'public', limit: 'none' },
    schema: {
      summary: 'Returns 200 when the server is ready for traffic, otherwise 503.',
      tags: ['server'],
      response: { 200: readiness, 503: readiness },
    },
    handler: async (request, reply) => {
      const answer = await (isFromNearby(request) ? readReadiness(options) : lateReadiness());
      return reply.code(answer.ready ? 200 : 503).send(answer);
    },
  });
}
