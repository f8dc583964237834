import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageOf, pageQuery } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { Rubrics } from './rubrics.ts';
import * as schema from './schema.ts';
import type { Scenarios } from './service.ts';

const tags = ['coaching'];
const url = '/api/pf-coach/scenarios';
const writing = { role: 'manager', keys: false } as const;
const params = schema.scenarioUuid;

type OneScenario = { Params: z.output<typeof schema.scenarioUuid> };

export interface ScenarioRoutes {
  readonly scenarios: Scenarios;
  readonly rubrics: Pick<Rubrics, 'list'>;
}

export function registerScenarioRoutes(app: FastifyInstance, { scenarios, rubrics }: ScenarioRoutes): void {
  app.route<{ Querystring: z.output<typeof schema.scenarioQuery> }>({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists scenarios, newest first.',
      tags,
      querystring: schema.scenarioQuery,
      response: { 200: schema.scenarioList },
    },
    handler: async (request) => {
      const { limit, offset, ...filter } = request.query;
      return { ...(await scenarios.list(organisationOf(request), filter, { limit, offset })), limit, offset };
    },
  });

  app.route<OneScenario>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: { summary: 'Returns a scenario.', tags, params, response: { 200: schema.scenario } },
    handler: async (request) => {
      const { uuid } = request.params;
      const scenario = await scenarios.get(organisationOf(request), uuid);
      if (scenario === undefined) throw unknownScenario(uuid);
      return scenario;
    },
  });

  app.route<{ Body: schema.NewScenario }>({
    method: 'POST',
    url,
    config: { access: writing, errors: { not_found: 'The persona does not exist.' } },
    schema: {
      summary: 'Creates a scenario: a persona in a situation. `persona_uuid`, `name` and `situation` are required.',
      description:
        '`rubric` names a category of `GET /api/pf-coach/rubrics`; `rubric_field_ids` (or `rubric_overrides`, the same value) names criteria. Without either, every score field is a criterion.',
      tags,
      body: schema.newScenario,
      response: { 201: schema.scenario },
    },
    handler: async (request, reply) => reply.code(201).send(await scenarios.add(organisationOf(request), request.body)),
  });

  app.route<OneScenario>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a scenario. Its runs are kept.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await scenarios.remove(organisationOf(request), uuid))) throw unknownScenario(uuid);
      return reply.code(204).send();
    },
  });

  registerRubrics(app, rubrics);
}

function registerRubrics(app: FastifyInstance, rubrics: ScenarioRoutes['rubrics']): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/pf-coach/rubrics',
    config: { access: {} },
    schema: {
      summary: 'Lists rubrics: the score fields of call analysis, by category.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.rubricList },
    },
    handler: async (request) => {
      const { rows: results, page } = pageOf(await rubrics.list(organisationOf(request)), request.query);
      return { results, ...page };
    },
  });
}

export const unknownScenario = (uuid: string): Problem => new Problem('not_found', `Scenario ${uuid} does not exist.`);
