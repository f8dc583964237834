import type { FastifyInstance } from 'fastify';
import { goneSignal } from '../../../http/gone.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Simulations } from './service.ts';

export function registerSimulationRoutes(app: FastifyInstance, simulations: Simulations): void {
  app.route<{ Body: schema.Simulation }>({
    method: 'POST',
    url: '/api/pf-intel/simulations',
    config: {
      access: { scopes: ['sales:simulations:judge'] },
      errors: { unavailable: 'The language model that judges does not answer.' },
    },
    schema: {
      summary: 'Judges a practice call by the criteria of a rubric. A run is judged once.',
      description:
        'Rules judge unless a language model is configured: the outcome of the conversation decides the objective, and the phrases in `options` decide each score. A model must cite turns; a score without a turn is 0. `pass`: the objective is met and every score reaches its `bar`; `fail`: the objective is missed and no score reaches its bar; `partial` otherwise.',
      tags: ['call analysis'],
      body: schema.simulation,
      response: { 200: schema.judged },
    },
    handler: async (request, reply) => {
      const judged = await simulations.judge(organisationOf(request), request.body, goneSignal(reply));
      if (judged === 'empty') throw new Problem('bad_request', 'transcript has no words.');
      if (judged === 'down')
        throw new Problem('unavailable', 'The language model that judges does not answer. Send the run again later.', {
          'retry-after': '10',
        });
      return judged;
    },
  });
}
