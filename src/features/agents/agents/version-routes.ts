import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { editHeaders, editOf, tagged, unlessConflict } from '../../../http/edits.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { registerVersionRoutes } from '../versions/index.ts';
import { type AgentRoutes, accepted, shown, unknownAgent } from './agent-answers.ts';
import * as schema from './schema.ts';

const tags = ['agents'];
const url = '/api/voice/agents';
const params = schema.agentUuid;
const writing = { scopes: ['voice:campaigns:write'], role: 'manager' } as const;
const conflict = 'Another version is current than the one of `If-Match`.';

type OneAgent = { Params: z.output<typeof schema.agentUuid> };

/** Registers what is done with versions and the draft of an agent. */
export function registerAgentVersionRoutes(app: FastifyInstance, options: AgentRoutes): void {
  const { agents, versions } = options;
  registerVersionRoutes(app, {
    url,
    tag: 'agents',
    noun: 'agent',
    versions,
    answer: schema.agentAnswer,
    async restore(request, { uuid, definition, edit }, reply) {
      const organisation = organisationOf(request);
      const restored = await agents.restore(organisation, uuid, schema.agentDefinition.parse(definition), edit);
      if (restored === undefined) throw unknownAgent(uuid);
      const agent = accepted(restored);
      tagged(reply, agent.version);
      return shown(organisation, options, agent);
    },
  });

  app.route<OneAgent & { Body: z.output<typeof schema.publishing> }>({
    method: 'POST',
    url: `${url}/:uuid/publish`,
    config: { access: writing, errors: { conflict: `The agent has no draft. ${schema.publishConflict}` } },
    schema: {
      summary: 'Publishes the draft of an agent: the next calls use it. Returns its latest proof.',
      tags,
      params,
      headers: editHeaders,
      body: schema.publishing,
      response: { 200: schema.publishedAgent },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const organisation = organisationOf(request);
      const published = await agents.publish(organisation, uuid, editOf(request, request.body.version_note));
      if (published === undefined) throw unknownAgent(uuid);
      if ('hasNoDraft' in published)
        throw new Problem('conflict', 'The agent has no draft. Save one with PATCH and draft=true first.');
      const agent = accepted(published);
      tagged(reply, agent.version);
      const proof = await agents.proof(organisation, uuid, agent.version);
      return { ...(await shown(organisation, options, agent)), proof: proof ?? null };
    },
  });

  app.route<OneAgent>({
    method: 'DELETE',
    url: `${url}/:uuid/draft`,
    config: { access: writing, errors: { conflict } },
    schema: {
      summary: 'Discards the draft of an agent. Its versions are kept.',
      tags,
      params,
      headers: editHeaders,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const discarded = await agents.discardDraft(organisationOf(request), uuid, editOf(request));
      if (discarded === undefined) throw unknownAgent(uuid);
      unlessConflict(discarded);
      return reply.code(204).send();
    },
  });
}
