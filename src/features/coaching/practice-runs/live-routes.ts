import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { type Addresses, addressedOf, streamUrl } from '../../../http/media-address.ts';
import { Problem } from '../../../http/problem.ts';
import { unknownScenario } from '../scenarios/index.ts';
import type { LiveScenarios } from './live-scenarios.ts';
import * as schema from './live-schema.ts';
import type { LiveSessions } from './live-service.ts';

export interface LiveRoutesOptions {
  readonly scenarios: LiveScenarios;
  readonly sessions: Pick<LiveSessions, 'add' | 'get' | 'end'>;
  readonly addresses: Pick<Addresses, 'media'>;
  readonly httpPort: number;
}

const tags = ['coaching'];
const url = '/api/pf-coach/live/sessions';
const scenariosUrl = '/api/pf-coach/live/scenarios';
const params = schema.sessionUuid;

type OneSession = { Params: z.output<typeof schema.sessionUuid> };

/** Live practice: a person talks to a persona in the browser. */
export function registerLiveRoutes(app: FastifyInstance, { scenarios, ...options }: LiveRoutesOptions): void {
  const { sessions, addresses, httpPort } = options;
  registerLiveScenarios(app, scenarios);

  app.route<{ Body: schema.NewSession }>({
    method: 'POST',
    url,
    config: { access: {}, errors: { not_found: 'The scenario or the target does not exist.' } },
    schema: {
      summary:
        'Opens a practice session and returns the address of its stream in the browser dialect, valid for 60 seconds.',
      description:
        'On the stream the customer is `agent` and the person is `customer`. The run has the person as `agent`; it is judged like any other when the session is over.',
      tags,
      body: schema.newSession,
      response: { 201: schema.openedSession },
    },
    handler: async (request, reply) => {
      const base = addresses.media(addressedOf(request, httpPort));
      if (base === undefined) throw new Problem('bad_request', 'The Host header is invalid.');
      const added = await sessions.add(viewerOf(request), request.body);
      if (added === 'full')
        throw new Problem('unavailable', 'The server is at capacity. Try again shortly.', { 'retry-after': '5' });
      const { token, mediaBaseUrl, ...rest } = added;
      return reply.code(201).send({ ...rest, ws_url: streamUrl(mediaBaseUrl ?? base, 'browser', token), token });
    },
  });

  app.route<OneSession>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: {} },
    schema: {
      summary: 'Returns a practice session with the objective. Its run has the transcript and the scores.',
      tags,
      params,
      response: { 200: schema.session },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return sessionOrRefusal(uuid, await sessions.get(organisationOf(request), uuid));
    },
  });

  app.route<OneSession>({
    method: 'POST',
    url: `${url}/:uuid/end`,
    config: { access: {} },
    schema: {
      summary: 'Ends a practice session. An ended session is unchanged.',
      tags,
      params,
      response: { 200: schema.session },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return sessionOrRefusal(uuid, await sessions.end(organisationOf(request), uuid));
    },
  });
}

function sessionOrRefusal(uuid: string, session: schema.Session | undefined): schema.Session {
  if (session === undefined) throw new Problem('not_found', `Practice session ${uuid} does not exist.`);
  return session;
}

function registerLiveScenarios(app: FastifyInstance, scenarios: LiveScenarios): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: scenariosUrl,
    config: { access: {} },
    schema: {
      summary: 'Lists scenarios as the person who practises sees them, newest first.',
      description: 'The situation, hidden facts and objections are left out.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.liveScenarioList },
    },
    handler: async (request) => {
      const { limit, offset } = request.query;
      return { ...(await scenarios.list(organisationOf(request), { limit, offset })), limit, offset };
    },
  });

  app.route<{ Params: z.output<typeof schema.liveScenarioUuid> }>({
    method: 'GET',
    url: `${scenariosUrl}/:uuid`,
    config: { access: {} },
    schema: {
      summary: 'Returns a scenario as the person who practises sees it.',
      tags,
      params: schema.liveScenarioUuid,
      response: { 200: schema.liveScenario },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const scenario = await scenarios.get(organisationOf(request), uuid);
      if (scenario === undefined) throw unknownScenario(uuid);
      return scenario;
    },
  });
}
