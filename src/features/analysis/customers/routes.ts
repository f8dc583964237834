import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Customers } from './service.ts';

const tags = ['call analysis'];
const access = { scopes: ['sales:calls:read'] } as const;

type ById = { Params: z.output<typeof schema.customerId> };

export function registerCustomerRoutes(app: FastifyInstance, customers: Customers): void {
  for (const url of ['/api/customers', '/api/v1/sales/customers'])
    app.route<{ Querystring: z.output<typeof schema.customerQuery> }>({
      method: 'GET',
      url,
      config: { access },
      schema: {
        summary: 'Lists contacts with the number of their calls, newest first.',
        tags,
        querystring: schema.customerQuery,
        response: { 200: schema.customerList },
      },
      handler: async (request) => {
        const { limit, offset, sort, order, ...filter } = request.query;
        const page = { limit, offset, sort, order };
        return { ...(await customers.list(viewerOf(request), filter, page)), limit, offset };
      },
    });

  app.route<ById>({
    method: 'GET',
    url: '/api/customers/:id',
    config: { access },
    schema: {
      summary: 'Returns a contact by its integer id or its uuid.',
      tags,
      params: schema.customerId,
      response: { 200: schema.customer },
    },
    handler: async (request) => {
      const { id } = request.params;
      const customer = await customers.get(viewerOf(request), id);
      if (customer === undefined) throw unknownCustomer(id);
      return customer;
    },
  });
}

export const unknownCustomer = (id: string): Problem => new Problem('not_found', `Customer ${id} does not exist.`);
