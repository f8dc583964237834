import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import { type McpServers, mostServers, type ServerResult } from './service.ts';
import type { McpServer } from './store.ts';

const tags = ['settings'];
const url = '/api/settings/mcp-servers';
/** A manager chooses the tools of agents. */
const reading = { role: 'manager', keys: false } as const;
const writing = { role: 'admin', keys: false } as const;

export interface McpServerRoutes {
  readonly servers: McpServers;
  /** Returns the names of the agents that use each server, by its uuid. */
  readonly usersOf: (organisation: OrganisationId) => Promise<ReadonlyMap<string, readonly string[]>>;
}

type One = { Params: z.output<typeof schema.serverUuid> };

const unknown = (uuid: string): Problem => new Problem('not_found', `MCP server ${uuid} does not exist.`);

function accepted(result: ServerResult, uuid: string): McpServer {
  if (result === 'unknown') throw unknown(uuid);
  if (result === 'too_many')
    throw new Problem('conflict', `The organisation has ${mostServers} MCP servers. Delete one first.`);
  if ('refused' in result) throw new Problem('bad_request', result.refused);
  return result;
}

export function registerMcpServerRoutes(app: FastifyInstance, routes: McpServerRoutes): void {
  registerReading(app, routes);
  registerWriting(app, routes);
}

function registerReading(app: FastifyInstance, { servers, usersOf }: McpServerRoutes): void {
  app.route({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists MCP servers with the tools that they offered last.',
      tags,
      response: { 200: schema.serverList },
    },
    handler: async (request) => {
      const users = await usersOf(organisationOf(request));
      return { servers: (await servers.list(organisationOf(request))).map((server) => toJson(server, users)) };
    },
  });

  app.route<One>({
    method: 'POST',
    url: `${url}/:uuid/refresh`,
    config: { access: writing, limit: { perMinute: 20 }, audit: 'none' },
    schema: {
      summary: 'Lists the tools of an MCP server again. Agents keep the descriptions that they were saved with.',
      tags,
      params: schema.serverUuid,
      response: { 200: schema.serverAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const server = await servers.refresh(organisationOf(request), uuid);
      if (server === undefined) throw unknown(uuid);
      return toJson(server, await usersOf(organisationOf(request)));
    },
  });
}

function registerWriting(app: FastifyInstance, { servers, usersOf }: McpServerRoutes): void {
  app.route<{ Body: schema.NewServerBody }>({
    method: 'POST',
    url,
    config: {
      access: writing,
      limit: { perMinute: 20 },
      errors: { conflict: `The organisation has ${mostServers} MCP servers.` },
    },
    schema: {
      summary: 'Adds an MCP server (Streamable HTTP) and lists its tools.',
      tags,
      body: schema.newServer,
      response: { 201: schema.serverAnswer },
    },
    handler: async (request, reply) => {
      const added = accepted(await servers.add(organisationOf(request), request.body), '');
      return reply.code(201).send(toJson(added, new Map()));
    },
  });

  app.route<One & { Body: schema.ServerPatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Updates an MCP server. Omitted fields are unchanged.',
      tags,
      params: schema.serverUuid,
      body: schema.serverPatch,
      response: { 200: schema.serverAnswer },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const changed = accepted(await servers.change(organisationOf(request), uuid, request.body), uuid);
      return toJson(changed, await usersOf(organisationOf(request)));
    },
  });

  app.route<One>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: 'Agents use tools of the server.' } },
    schema: {
      summary: 'Deletes an MCP server. Returns 409 with the names of the agents that use it.',
      tags,
      params: schema.serverUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      const agents = (await usersOf(organisationOf(request))).get(uuid) ?? [];
      if (agents.length > 0)
        throw new Problem('conflict', `Tools of the server are used by ${agents.join(', ')}. Remove them first.`);
      if (!(await servers.remove(organisationOf(request), uuid))) throw unknown(uuid);
      return reply.code(204).send();
    },
  });
}

const toJson = (
  { listedAt, lastError, createdAt, tools, headers, ...server }: McpServer,
  users: ReadonlyMap<string, readonly string[]>,
): schema.McpServerJson => ({
  ...server,
  headers: { ...headers },
  tools: [...tools],
  listed_at: listedAt,
  last_error: lastError === '' ? null : lastError,
  created_at: createdAt,
  used_by: [...(users.get(server.uuid) ?? [])],
});
