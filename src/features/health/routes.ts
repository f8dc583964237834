import type { FastifyInstance } from 'fastify';
import { health, readiness } from './schema.ts';
import { type HealthOptions, readHealth, readReadiness } from './service.ts';

export function registerHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.route({
    method: 'GET',
    url: '/health',
    config: { access: 'public', limit: 'none' },
    schema: {
      summary: 'Returns the state of the server, its models and its capacity.',
      tags: ['server'],
      response: { 200: health },
    },
    handler: () => readHealth(options),
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
    handler: async (_request, reply) => {
      const answer = await readReadiness(options);
      return reply.code(answer.ready ? 200 : 503).send(answer);
    },
  });
}
