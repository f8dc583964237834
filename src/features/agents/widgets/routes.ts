import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Widgets } from './service.ts';

const tags = ['agents'];
const url = '/api/voice/agents/:uuid/website';
const params = schema.agentUuid;
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

/** Routes of the people who decide which websites an agent is on. */
export function registerWidgetRoutes(app: FastifyInstance, widgets: Widgets): void {
  app.route<OneAgent>({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Returns by which websites an agent can be used, and within which limits.',
      tags,
      params,
      response: { 200: schema.widgetAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const widget = await widgets.get(organisationOf(request), uuid);
      if (widget === undefined) throw unknownAgent(uuid);
      return widget;
    },
  });

  app.route<OneAgent & { Body: schema.WidgetSettings }>({
    method: 'PUT',
    url,
    config: { access: writing, errors: { bad_request: 'The agent does not answer in this campaign.' } },
    schema: {
      summary: 'Lets visitors of websites talk with an agent, or stops that.',
      description:
        'A page gets the agent with one line: `<script src="https://SERVER/widget.js" data-agent="KEY" async></script>`. Conversations in progress continue after a change.',
      tags,
      params,
      body: schema.widgetSettings,
      response: { 200: schema.widgetAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const stored = await widgets.put(organisationOf(request), uuid, request.body);
      if (stored.kind === 'unknown') throw unknownAgent(uuid);
      if (stored.kind === 'campaign')
        throw new Problem('bad_request', 'body campaign_uuid: the agent does not answer in this campaign.');
      return stored.widget;
    },
  });

  app.route<OneAgent>({
    method: 'POST',
    url: `${url}/key`,
    config: { access: writing, errors: { not_found: 'The agent does not exist, or was never on a website.' } },
    schema: {
      summary: 'Replaces the public key of an agent on websites. Pages with the earlier key stop working.',
      tags,
      params,
      response: { 200: schema.widgetAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const widget = await widgets.renewKey(organisationOf(request), uuid);
      if (widget === undefined)
        throw new Problem('not_found', `Agent ${uuid} does not exist, or has no settings for websites.`);
      return widget;
    },
  });
}

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);
