import type { FastifyInstance } from 'fastify';
import { organisationOf } from '../../../http/identity.ts';
import * as schema from './schema.ts';
import type { JudgeQualityService } from './service.ts';

const tags = ['coaching'];

export function registerJudgeRoutes(app: FastifyInstance, quality: JudgeQualityService): void {
  app.route({
    method: 'GET',
    url: '/api/pf-coach/judge',
    config: { access: {} },
    schema: {
      summary: 'Returns how often people, the judge itself and the validator of the simulated customer disagree.',
      description:
        'Agreement compares the judge with the reviews by people. Values from fewer than `least` cases are null.',
      tags,
      response: { 200: schema.judgeQuality },
    },
    handler: (request) => quality.quality(organisationOf(request)),
  });

  app.route<{ Body: schema.NewChecks }>({
    method: 'POST',
    url: '/api/pf-coach/judge/checks',
    config: { access: { role: 'manager', keys: false }, errors: { unavailable: 'The judge does not answer.' } },
    schema: {
      summary: 'Judges some runs again and stores whether their verdict changed. The runs are unchanged.',
      tags,
      body: schema.newChecks,
      response: { 201: schema.checks },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await quality.check(organisationOf(request), request.body.limit)),
  });
}
