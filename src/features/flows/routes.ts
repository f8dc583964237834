import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { pageQuery } from '../../http/page.ts';
import { Problem } from '../../http/problem.ts';
import { flowList, flowResponse } from './schema.ts';
import { type Flows, flowToJson } from './service.ts';

const params = z.object({ uuid: z.uuid() });

export function registerFlowRoutes(app: FastifyInstance, flows: Flows): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/voice/flows',
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: { summary: 'Flows, oldest first.', tags: ['flows'], querystring: pageQuery, response: { 200: flowList } },
    handler: async (request) => {
      const { query } = request;
      const found = await flows.list(organisationOf(request), query);
      return { ...query, flows: found.flows.map(flowToJson), total: found.total };
    },
  });

  app.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: '/api/voice/flows/:uuid',
    config: { access: { scopes: ['voice:campaigns:read'] } },
    schema: { summary: 'One flow.', tags: ['flows'], params, response: { 200: flowResponse } },
    handler: async (request) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      const flow = await flows.get(organisation, uuid);
      if (flow === undefined) throw new Problem('not_found', `There is no flow ${uuid}.`);
      const knowledge = await flows.knowledge(organisation, uuid);
      return { ...flowToJson(flow), knowledge: knowledge.map(({ id, title }) => ({ id, title })) };
    },
  });
}
