import type { FastifyInstance } from 'fastify';
import { health, readiness } from './schema.ts';
import { type HealthOptions, readHealth, readReadiness } from './service.ts';

export function registerHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.route({
    method: 'GET',
    url: '/health',
    config: { access: 'public', limit: 'none' },
    schema: { summary: 'Whether the server takes calls, and with what.', tags: ['server'], response: { 200: health } },
    handler: () => readHealth(options),
  });

  app.route({
    method: 'GET',
    url: '/ready',
    config: { access: 'public', limit: 'none' },
    schema: {
      summary: 'Whether to send work here; 503 while not.',
      tags: ['server'],
      response: { 200: readiness, 503: readiness },
    },
    handler: async (_request, reply) => {
      const answer = await readReadiness(options);
      return reply.code(answer.ready ? 200 : 503).send(answer);
    },
  });
}
