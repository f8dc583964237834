import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './review-schema.ts';
import type { Reviews } from './review-store.ts';
import { runUuid } from './schema.ts';

export function registerReviewRoutes(app: FastifyInstance, reviews: Pick<Reviews, 'put'>): void {
  app.route<{ Params: { uuid: string }; Body: schema.NewReview }>({
    method: 'PUT',
    url: '/api/pf-coach/runs/:uuid/review',
    config: { access: { role: 'manager', keys: false }, errors: { conflict: 'The run has no verdict.' } },
    schema: {
      summary: 'Stores the review of a run by a person, with a reason. The scores of the judge are unchanged.',
      description:
        'An omitted verdict or score confirms that of the judge. A second review replaces the first. Reviews count for the agreement at `GET /api/pf-coach/judge`.',
      tags: ['coaching'],
      params: runUuid,
      body: schema.newReview,
      response: { 200: schema.review },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const stored = await reviews.put(viewerOf(request), uuid, request.body);
      if (stored === undefined) throw new Problem('not_found', `Run ${uuid} does not exist.`);
      return stored;
    },
  });
}
