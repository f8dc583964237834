import type { FastifyInstance } from 'fastify';
import { organisationOf } from '../../../http/identity.ts';
import * as schema from './preview-schema.ts';
import type { Previews } from './previews.ts';

export function registerPreviewRoutes(app: FastifyInstance, previews: Previews): void {
  app.route<{ Body: schema.NewPreview }>({
    method: 'POST',
    url: '/api/pf-coach/scenarios/preview',
    config: { access: { role: 'manager', keys: false }, errors: { not_found: 'The persona does not exist.' } },
    schema: {
      summary: 'Returns the replies of the customer in a scenario before the scenario is created. Stores nothing.',
      description:
        'Send all turns of the agent so far; the response has the whole conversation. The same scenario, turns and `seed` give the same conversation. Without turns, the customer speaks first if `agent_opens` is false.',
      tags: ['coaching'],
      body: schema.newPreview,
      response: { 200: schema.preview },
    },
    handler: async (request) => previews.talk(organisationOf(request), request.body),
  });
}
