import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { Figures } from './service.ts';

/** Registers what is measured in the calls of a list. */
export function registerFigureRoutes(app: FastifyInstance, figures: Figures): void {
  app.route<{ Querystring: schema.FigureQuery }>({
    method: 'GET',
    url: '/api/calls/figures',
    config: { access: { scopes: ['sales:calls:read'] } },
    schema: {
      summary: 'Measures the calls of a list, altogether and split.',
      description: 'Has the filters of the list of calls. Every group names the filter that lists its calls.',
      tags: ['call analysis'],
      querystring: schema.figureQuery,
      response: { 200: schema.figure },
    },
    handler: (request) => figures.of(viewerOf(request), request.query),
  });
}
