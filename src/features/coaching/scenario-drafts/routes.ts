import type { FastifyInstance } from 'fastify';
import { viewerOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { CallScenarios } from './service.ts';

export function registerCallScenarioRoutes(app: FastifyInstance, callScenarios: CallScenarios): void {
  app.route<{ Body: schema.CallScenarioBody }>({
    method: 'POST',
    url: '/api/pf-coach/scenarios/from-call',
    config: {
      access: { role: 'manager', keys: false },
      errors: {
        not_found: 'The call does not exist.',
        conflict: 'The call has not been analysed, or the customer said nothing.',
      },
    },
    schema: {
      summary: 'Creates a scenario and its persona from a call that is over.',
      description:
        'The requests, answers and objections of the customer become the situation, the hidden facts and the objections. Names, numbers, e-mail and street addresses and dates of birth are replaced, each by the same substitute throughout. The rubric has the criteria of the call, failed ones first.',
      tags: ['coaching'],
      body: schema.callScenarioBody,
      response: { 201: schema.callScenario },
    },
    handler: async (request, reply) => reply.code(201).send(await callScenarios.add(viewerOf(request), request.body)),
  });
}
