import type { FastifyInstance, FastifyRequest } from 'fastify';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { bar } from './criteria.ts';
import * as schema from './schema.ts';
import type { ProgressService } from './service.ts';

const tags = ['coaching'];

export function registerProgressRoutes(app: FastifyInstance, progress: ProgressService): void {
  app.route({
    method: 'GET',
    url: '/api/pf-coach/live/next',
    config: { access: {} },
    schema: {
      summary: 'Returns the scenario that you should practise next, and why.',
      description:
        'Uses your last ten sessions of live practice: returns a scenario scored by your weakest criterion with a mean below 70.',
      tags,
      response: { 200: schema.nextScenario },
    },
    handler: (request) => progress.next(organisationOf(request), userOf(request)),
  });

  app.route<{ Querystring: schema.ProgressQuery }>({
    method: 'GET',
    url: '/api/pf-coach/progress',
    config: { access: {} },
    schema: {
      summary: 'Returns the scores of people in live practice over time, by criterion.',
      description:
        'Members see their own sessions; managers and admins those of everybody, or of `user_uuid`. At most the latest 2,000 sessions of the last `days` days.',
      tags,
      querystring: schema.progressQuery,
      response: { 200: schema.progress },
    },
    handler: async (request) => {
      const { query } = request;
      const user = userOf(request);
      if (seesEverybody(request)) return progress.progress(organisationOf(request), query);
      // The response for another person's sessions is the same as for a person who does not exist.
      const { user_uuid: wanted = user } = query;
      return wanted === user
        ? progress.progress(organisationOf(request), { ...query, user_uuid: user })
        : { results: [], days: query.days, bar };
    },
  });
}

const seesEverybody = ({ identity }: Pick<FastifyRequest, 'identity'>): boolean =>
  identity?.role === 'manager' || identity?.role === 'admin';
