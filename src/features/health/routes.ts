import type { FastifyInstance } from 'fastify';
import { health } from './schema.ts';
import { type HealthOptions, readHealth } from './service.ts';

export function registerHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  app.route({
    method: 'GET',
    url: '/health',
    config: { access: 'public', limit: 'none' },
    schema: { summary: 'Whether the server takes calls, and with what.', tags: ['server'], response: { 200: health } },
    handler: () => readHealth(options),
  });
}
