import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import type { Asker, Connections, Written } from './service.ts';
import type { Trials } from './trial.ts';

const tags = ['settings'];
const url = '/api/settings/models';
const access = { keys: false, role: 'admin' } as const;
/** Managers choose a model for an agent. The operator's checks list and test, with a key. */
const listing = { role: 'manager' } as const;
const checking = { role: 'admin' } as const;
const params = schema.connectionUuid;
const unsealable = { unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or the disk is full.' };

type One = { Params: z.output<typeof params> };

const unknown = (uuid: string): Problem => new Problem('not_found', `Model ${uuid} does not exist.`);

const askerOf = (request: FastifyRequest): Asker => ({
  organisation: organisationOf(request),
  isSuperadmin: request.identity?.superadmin === true,
});

function stored(written: Written, uuid = ''): schema.ConnectionJson {
  if (written.kind === 'stored') return written.connection;
  if (written.kind === 'unknown') throw unknown(uuid);
  if (written.kind === 'refused') throw new Problem('bad_request', written.detail);
  if (written.kind === 'unsealed') throw new Problem('unavailable', written.detail);
  throw new Problem('conflict', `The organisation has ${schema.maxConnections} models. Delete one first.`);
}

export interface ModelConnectionRoutes {
  readonly connections: Connections;
  readonly trials: Trials;
}

export function registerModelConnectionRoutes(app: FastifyInstance, options: ModelConnectionRoutes): void {
  registerReading(app, options);
  registerWriting(app, options);
  registerTrying(app, options);
}

function registerReading(app: FastifyInstance, { connections }: ModelConnectionRoutes): void {
  app.route<{ Querystring: z.output<typeof schema.listQuery> }>({
    method: 'GET',
    url,
    config: { access: listing },
    schema: {
      summary: 'Lists the language models that the organisation has connected, oldest first, without their secrets.',
      tags,
      querystring: schema.listQuery,
      response: { 200: schema.connectionList },
    },
    handler: async (request) => ({
      ...request.query,
      ...(await connections.list(organisationOf(request), request.query)),
    }),
  });

  app.route<One>({
    method: 'GET',
    url: `${url}/:uuid`,
    config: { access },
    schema: { summary: 'Returns a language model.', tags, params, response: { 200: schema.connection } },
    handler: async (request) => {
      const connection = await connections.get(organisationOf(request), request.params.uuid);
      if (connection === undefined) throw unknown(request.params.uuid);
      return connection;
    },
  });
}

function registerWriting(app: FastifyInstance, { connections }: ModelConnectionRoutes): void {
  app.route<{ Body: schema.NewConnection }>({
    method: 'POST',
    url,
    config: {
      access,
      limit: { perMinute: 20 },
      errors: { conflict: `The organisation has ${schema.maxConnections} models.`, ...unsealable },
    },
    schema: {
      summary: 'Connects a language model: a server with the OpenAI chat-completions API, or a model of this server.',
      description:
        'The key and the headers are encrypted and never returned. The address must be public, unless the host is in `LLM_ALLOWED_HOSTS` or a superadmin sends the request.',
      tags,
      body: schema.newConnection,
      response: { 201: schema.connection },
    },
    handler: async (request, reply) =>
      reply.code(201).send(stored(await connections.add(askerOf(request), request.body))),
  });

  app.route<One & { Body: schema.ConnectionPatch }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access, errors: unsealable },
    schema: {
      summary: 'Updates a language model for future calls. Omitted fields and secrets are unchanged.',
      description:
        'An address on another server needs the key and the headers again. Another address or model discards what was learned.',
      tags,
      params,
      body: schema.connectionPatch,
      response: { 200: schema.connection },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return stored(await connections.change(askerOf(request), uuid, request.body), uuid);
    },
  });

  app.route<One>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access, errors: { conflict: 'Agents use the model.' } },
    schema: {
      summary: 'Deletes a language model. Returns 409 with the names of agents that use it.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const removed = await connections.remove(organisationOf(request), uuid);
      if (removed === 'unknown') throw unknown(uuid);
      if (removed !== 'removed') throw new Problem('conflict', inUse(removed.usedBy));
      return reply.code(204).send();
    },
  });
}

const mostNames = 5;

function inUse(agents: readonly string[]): string {
  const names = agents.slice(0, mostNames).map((name) => `"${name}"`);
  const more = agents.length > mostNames ? ` and ${agents.length - mostNames} more` : '';
  const verb = agents.length === 1 ? 'agent uses' : 'agents use';
  return `The ${verb} this model: ${names.join(', ')}${more}. Choose another model there first.`;
}

function registerTrying(app: FastifyInstance, { trials }: ModelConnectionRoutes): void {
  app.route<One>({
    method: 'GET',
    url: `${url}/:uuid/available`,
    config: { access, limit: { perMinute: 20 } },
    schema: {
      summary: 'Lists the models that the server of a connection offers.',
      description: 'Returns 200 also when the server fails; `error` has the reason, with the words of the server.',
      tags,
      params,
      response: { 200: schema.availableModels },
    },
    handler: async (request) => {
      const available = await trials.available(organisationOf(request), request.params.uuid);
      if (available === undefined) throw unknown(request.params.uuid);
      return available;
    },
  });

  app.route<One>({
    method: 'POST',
    url: `${url}/:uuid/test`,
    config: { access: checking, limit: { perMinute: 20 } },
    schema: {
      summary: 'Sends a language model what a call sends, and stores what was learned.',
      description:
        'The request has instructions, a greeting, a question, a tool, and asks for a stream. Returns 200 also when the server fails; `error` has the reason, with the words of the server. Takes 15 seconds at most, for a model of this server a minute.',
      tags,
      params,
      response: { 200: schema.connectionTest },
    },
    handler: async (request) => {
      const report = await trials.test(organisationOf(request), request.params.uuid);
      if (report === undefined) throw unknown(request.params.uuid);
      return report;
    },
  });
}
