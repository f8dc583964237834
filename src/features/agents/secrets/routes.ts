import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import * as schema from './schema.ts';
import { mostSecrets, type Secrets } from './service.ts';
import type { SecretRow } from './store.ts';

const tags = ['settings'];
/** A manager names secrets in the tools of agents. */
const reading = { role: 'manager', keys: false } as const;
/** A leaked key must not replace a credential. */
const access = { role: 'admin', keys: false } as const;
const url = '/api/settings/secrets';
const badName = 'The name of a secret has 1 to 64 capital letters, digits and underscores, and begins with a letter.';

export interface SecretRoutes {
  readonly secrets: Secrets;
  /** Returns who uses each secret, as "agent Ada", by the name of the secret. */
  readonly usersOf: (organisation: OrganisationId) => Promise<ReadonlyMap<string, readonly string[]>>;
}

type One = { Params: z.output<typeof schema.secretName> };

export function registerSecretRoutes(app: FastifyInstance, { secrets, usersOf }: SecretRoutes): void {
  app.route({
    method: 'GET',
    url,
    config: { access: reading },
    schema: {
      summary: 'Lists the names of secrets, with their last use. Values are never returned.',
      tags,
      response: { 200: schema.secretList },
    },
    handler: async (request) => {
      const users = await usersOf(organisationOf(request));
      return { secrets: (await secrets.list(organisationOf(request))).map((row) => toJson(row, users)) };
    },
  });

  app.route<One & { Body: schema.SecretBody }>({
    method: 'PUT',
    url: `${url}/:name`,
    config: {
      access,
      limit: { perMinute: 60 },
      errors: {
        conflict: `The organisation has ${mostSecrets} secrets.`,
        unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or the disk is full.',
      },
    },
    schema: {
      summary: 'Stores or replaces a secret, encrypted.',
      description:
        'Tools and MCP servers use it as `{{secret.NAME}}` in headers, and tools also in queries and URLs. Requests of tools are signed with the secret `TOOL_SIGNING_KEY`, if it exists.',
      tags,
      params: schema.secretName,
      body: schema.secretBody,
      response: { 200: schema.secretAnswer },
    },
    handler: async (request) => {
      const { name } = request.params;
      if (!schema.secretNameForm.test(name)) throw new Problem('bad_request', badName);
      const organisation = organisationOf(request);
      const stored = await secrets.put(organisation, name, request.body.value);
      if (stored === 'too_many')
        throw new Problem('conflict', `The organisation has ${mostSecrets} secrets. Delete one first.`);
      if (typeof stored === 'string') throw new Problem('unavailable', secretTroubles[stored]);
      return toJson(stored, await usersOf(organisation));
    },
  });

  app.route<One>({
    method: 'DELETE',
    url: `${url}/:name`,
    config: { access, errors: { conflict: 'Agents or MCP servers use the secret.' } },
    schema: {
      summary: 'Deletes a secret. Returns 409 with the names of the agents and MCP servers that use it.',
      tags,
      params: schema.secretName,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const organisation = organisationOf(request);
      const { name } = request.params;
      const users = (await usersOf(organisation)).get(name) ?? [];
      if (users.length > 0)
        throw new Problem('conflict', `${name} is used by ${users.join(', ')}. Remove it from them first.`);
      if (!(await secrets.remove(organisation, name))) throw new Problem('not_found', `Secret ${name} does not exist.`);
      return reply.code(204).send();
    },
  });
}

const toJson = (row: SecretRow, users: ReadonlyMap<string, readonly string[]>): schema.SecretJson => ({
  name: row.name,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  last_used_at: row.lastUsedAt,
  used_by: [...(users.get(row.name) ?? [])],
});
