import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../../../http/identity.ts';
import type { CardStore } from './card-store.ts';
import * as schema from './schema.ts';
import type { Figures } from './service.ts';

/** Registers what is measured in the calls of a list. */
export interface FigureRoutes {
  readonly figures: Figures;
  readonly cards: CardStore;
  readonly now: () => Date;
}

export function registerFigureRoutes(app: FastifyInstance, { figures, cards, now }: FigureRoutes): void {
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

  app.route({
    method: 'GET',
    url: '/api/calls/figures/home',
    config: { access: { scopes: ['sales:calls:read'] } },
    schema: {
      summary: 'Returns the figures that the caller put on Home.',
      tags: ['call analysis'],
      response: { 200: schema.homeCards },
    },
    handler: (request) => cards.of(viewerOf(request)),
  });

  app.route<{ Body: schema.HomeCards }>({
    method: 'PUT',
    url: '/api/calls/figures/home',
    config: { access: { scopes: ['sales:calls:write'] } },
    schema: {
      summary: 'Replaces the figures that the caller put on Home.',
      description: 'Each user has their own in each organisation.',
      tags: ['call analysis'],
      body: schema.homeCards,
      response: { 200: schema.homeCards },
    },
    handler: async (request) => {
      await cards.keep(viewerOf(request), request.body, now().toISOString());
      return request.body;
    },
  });
}
