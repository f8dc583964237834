import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { editHeaders, editOf, tagged } from '../../../http/edits.ts';
import { isOn } from '../../../http/fields.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type AgentRoutes, accepted, allShown, shown, tagVersion, unknownAgent } from './agent-answers.ts';
import * as schema from './schema.ts';
import { registerAgentVersionRoutes } from './version-routes.ts';

const tags = ['agents'];
const url = '/api/voice/agents';
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.agentUuid;

type OneAgent = { Params: z.output<typeof schema.agentUuid> };
type Drafting = { Querystring: z.output<typeof schema.draftQuery> };

export function registerAgentRoutes(app: FastifyInstance, options: AgentRoutes): void {
  registerReading(app, options);
  registerWriting(app, options);
  registerAgentVersionRoutes(app, options);
}

function registerReading(app: FastifyInstance, options: AgentRoutes): void {
  const { agents } = options;
  app.route<{ Querystring: z.output<typeof schema.agentQuery> }>({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists agents, oldest first.',
      tags,
      querystring: schema.agentQuery,
      response: { 200: schema.agentList },
    },
    handler: async (request) => {
      const organisation = organisationOf(request);
      const { agents: listed, total } = await agents.list(organisation, request.query);
      return { ...request.query, agents: await allShown(organisation, options, listed), total };
    },
  });

  app.route<OneAgent & Drafting>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: reading },
    schema: {
      summary: 'Returns an agent. Its `ETag` names its version.',
      description: 'With `draft=true`, returns the agent as its draft would be published.',
      tags,
      params,
      querystring: schema.draftQuery,
      response: { 200: schema.agentAnswer },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const isDraft = isOn(request.query.draft);
      const agent = await agents[isDraft ? 'draft' : 'get'](organisationOf(request), uuid);
      if (agent === undefined) throw unknownAgent(uuid);
      tagged(reply, tagVersion(agent, isDraft));
      return shown(organisationOf(request), options, agent);
    },
  });
}

function registerWriting(app: FastifyInstance, options: AgentRoutes): void {
  const { agents } = options;
  app.route<{ Body: schema.NewAgentBody }>({
    method: 'POST',
    url,
    config: { access: writing, limit: { perMinute: 20 } },
    schema: {
      summary: 'Creates an agent. Only `name` and `voice_config` are required.',
      tags,
      body: schema.newAgent,
      response: { 201: schema.agentAnswer },
    },
    handler: async (request, reply) => {
      const organisation = organisationOf(request);
      const added = accepted(await agents.add(organisation, request.body, editOf(request)));
      tagged(reply, added.version);
      return reply.code(201).send(await shown(organisation, options, added));
    },
  });

  registerChanging(app, options);
}

function registerChanging(app: FastifyInstance, options: AgentRoutes): void {
  const { agents } = options;
  app.route<OneAgent & Drafting & { Body: schema.AgentPatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: schema.publishConflict } },
    schema: {
      summary: 'Updates an agent for future calls. Omitted fields are unchanged; `null` restores the default.',
      description:
        'Publishes a new version, which the next calls use; calls in progress keep theirs. With `draft=true`, changes the draft instead, which calls do not use. A draft keeps what it changes while other changes are published.',
      tags,
      params,
      headers: editHeaders,
      querystring: schema.draftQuery,
      body: schema.agentPatch,
      response: { 200: schema.agentAnswer },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const isDraft = isOn(request.query.draft);
      const { version_note: note, ...body } = request.body;
      const edit = { ...editOf(request, note), isDraft };
      const changed = await agents.change(organisationOf(request), uuid, body, edit);
      if (changed === undefined) throw unknownAgent(uuid);
      const agent = accepted(changed);
      tagged(reply, tagVersion(agent, isDraft));
      return shown(organisationOf(request), options, agent);
    },
  });

  app.route<OneAgent>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: {
      access: writing,
      errors: { conflict: 'An active campaign uses the agent, or a split test is in progress.' },
    },
    schema: {
      summary: 'Deletes an agent. Returns 409 while an active campaign uses it.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const removed = await agents.remove(organisationOf(request), uuid);
      if (removed === 'unknown') throw unknownAgent(uuid);
      if (removed === 'in_split')
        throw new Problem(
          'conflict',
          'A split test of this agent is in progress. Stop it or promote its version first.',
        );
      if (removed !== 'removed') {
        throw new Problem(
          'conflict',
          `The active campaign "${removed.usedBy}" uses this agent. Stop the campaign or choose another agent for it first.`,
        );
      }
      return reply.code(204).send();
    },
  });
}
