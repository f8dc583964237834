import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageOf, pageQuery } from '../../http/fields.ts';
import { type Identity, organisationOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import type { ApiKeys, KeyOwner } from './service.ts';
import type { OwnedKey } from './store.ts';

const tags = ['api keys'];
/** A leaked key must not be able to create others. */
const anyPerson = { keys: false } as const;

export function registerApiKeyRoutes(app: FastifyInstance, keys: ApiKeys): void {
  for (const base of authBases) registerAt(app, `${base}/api-keys`, keys);
}

function registerAt(app: FastifyInstance, url: string, keys: ApiKeys): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url,
    config: { access: anyPerson },
    schema: {
      summary: 'Lists your API keys. Admins see all keys of the organisation.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.keyList },
    },
    handler: async (request) => {
      const { rows, page } = pageOf(await keys.list(ownerOf(request), reachOf(request)), request.query);
      return { api_keys: rows.map(toJson), ...page };
    },
  });

  app.route<{ Body: z.output<typeof schema.newApiKey> }>({
    method: 'POST',
    url,
    config: { access: anyPerson, limit: { perMinute: 20 }, errors: { conflict: 'You have 100 keys.' } },
    schema: {
      summary: 'Creates an API key. The key is returned only in this response.',
      tags,
      body: schema.newApiKey,
      response: { 201: schema.shownKey },
    },
    handler: async (request, reply) => {
      const made = await keys.create(ownerOf(request), request.body);
      if (made === 'too_many') throw new Problem('conflict', 'You have 100 keys. Revoke one first.');
      return reply.code(201).send({ ...made, scopes: [...made.scopes] });
    },
  });

  app.route<{ Params: z.output<typeof schema.keyUuid> }>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: anyPerson },
    schema: { summary: 'Revokes an API key immediately.', tags, params: schema.keyUuid, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await keys.revoke(ownerOf(request), uuid, reachOf(request))))
        throw new Problem('not_found', `Key ${uuid} does not exist.`);
      return reply.code(204).send();
    },
  });
}

const ownerOf = (request: FastifyRequest): KeyOwner => ({
  organisationId: organisationOf(request),
  userUuid: (request.identity as Identity).userUuid,
});

const reachOf = ({ identity }: FastifyRequest): 'own' | 'all' => (identity?.role === 'admin' ? 'all' : 'own');

const toJson = ({ uuid, name, prefix, scopes, userUuid, createdAt, lastUsedAt }: OwnedKey): schema.ListedKey => ({
  uuid,
  name,
  prefix,
  scopes: [...scopes],
  user_uuid: userUuid,
  created_at: createdAt,
  last_used_at: lastUsedAt,
});
