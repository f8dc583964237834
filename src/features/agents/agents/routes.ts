import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf, userOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Agents, Refused } from './service.ts';

const tags = ['agents'];
const url = '/api/voice/agents';
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const params = schema.agentUuid;

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);

function accepted(result: schema.Agent | Refused): schema.Agent {
  if ('refused' in result) throw new Problem('bad_request', result.refused);
  return result;
}

export interface AgentRoutes {
  readonly agents: Agents;
  /** Returns a function that says what is wrong with a voice; null if it exists. */
  readonly voiceReasons: (
    organisation: OrganisationId,
  ) => Promise<(voice: schema.Agent['voice_config']) => string | null>;
}

export function registerAgentRoutes(app: FastifyInstance, options: AgentRoutes): void {
  registerReading(app, options);
  registerWriting(app, options);
}

async function shown(
  organisation: OrganisationId,
  routes: AgentRoutes,
  agent: schema.Agent,
): Promise<schema.AgentAnswer> {
  const [answer] = await allShown(organisation, routes, [agent]);
  return answer as schema.AgentAnswer;
}

async function allShown(
  organisation: OrganisationId,
  { agents, voiceReasons }: AgentRoutes,
  all: readonly schema.Agent[],
): Promise<schema.AgentAnswer[]> {
  const reasonOf = await voiceReasons(organisation);
  const uuids = all.map(({ uuid }) => uuid);
  const troubles = await agents.troubles(organisation, uuids);
  return all.map((agent) => ({
    ...agent,
    status_reason: reasonOf(agent.voice_config),
    model_trouble: troubles.get(agent.uuid) ?? null,
  }));
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

  app.route<OneAgent>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access: reading },
    schema: { summary: 'Returns an agent.', tags, params, response: { 200: schema.agentAnswer } },
    handler: async (request) => {
      const { uuid } = request.params;
      const agent = await agents.get(organisationOf(request), uuid);
      if (agent === undefined) throw unknownAgent(uuid);
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
      const added = accepted(await agents.add(organisation, request.body, userOf(request)));
      return reply.code(201).send(await shown(organisation, options, added));
    },
  });

  app.route<OneAgent & { Body: schema.AgentPatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Updates an agent for future calls. Omitted fields are unchanged; `null` restores the default.',
      tags,
      params,
      body: schema.agentPatch,
      response: { 200: schema.agentAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const changed = await agents.change(organisationOf(request), uuid, request.body, userOf(request));
      if (changed === undefined) throw unknownAgent(uuid);
      return shown(organisationOf(request), options, accepted(changed));
    },
  });

  app.route<OneAgent>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: 'An active campaign uses the agent.' } },
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
