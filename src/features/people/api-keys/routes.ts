import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageOf, pageQuery } from '../../../http/fields.ts';
import { type Identity, keyScopesOf, organisationOf, roles, scopes } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { authBases } from '../accounts/index.ts';
import * as schema from './schema.ts';
import { type ApiKeys, type KeyOwner, type KeyRefusal, splitScopes } from './service.ts';
import type { OwnedKey } from './store.ts';

const tags = ['api keys'];
/** A leaked key must not be able to create others. */
const anyPerson = { keys: false } as const;
const adminOnly = { keys: false, role: 'admin' } as const;

export function registerApiKeyRoutes(app: FastifyInstance, keys: ApiKeys): void {
  for (const base of authBases) {
    registerAt(app, `${base}/api-keys`, keys);
    registerScopes(app, `${base}/api-keys/scopes`);
    registerNarrowed(app, `${base}/api-keys/narrowed`, keys);
  }
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
    config: {
      access: anyPerson,
      limit: { perMinute: 20 },
      errors: { forbidden: 'Your role may not give a key these scopes.', conflict: 'You have 100 keys.' },
    },
    schema: {
      summary: 'Creates an API key. The key is returned only in this response.',
      description:
        "A key never exceeds its owner: on each request, its scopes and the owner's present role, tags and membership count. A `restricted` key opens only routes that name one of its scopes. After `expires_at` the key is invalid; a date alone includes that day in UTC.",
      tags,
      body: schema.newApiKey,
      response: { 201: schema.shownKey },
    },
    handler: async (request, reply) => {
      const { name, scopes: wanted, restricted, expires_at: expiresAt } = request.body;
      const owner = ownerOf(request);
      const created = await keys.create(owner, { name, scopes: wanted, restricted, expiresAt });
      if (typeof created === 'string' || 'exceeding' in created) throw refusal(created, owner);
      return reply.code(201).send({ ...created, scopes: [...created.scopes] });
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

function registerScopes(app: FastifyInstance, url: string): void {
  app.route({
    method: 'GET',
    url,
    config: { access: anyPerson },
    schema: {
      summary: 'Lists every scope, the roles that may give it to a key, and whether you may.',
      tags,
      response: { 200: schema.scopeList },
    },
    handler: async (request) => {
      const grantable = keyScopesOf(ownerOf(request).role);
      return {
        scopes: scopes.map((name) => ({
          name,
          is_allowed: grantable.includes(name),
          roles: roles.filter((role) => keyScopesOf(role).includes(name)),
        })),
      };
    },
  });
}

function registerNarrowed(app: FastifyInstance, url: string, keys: ApiKeys): void {
  app.route({
    method: 'GET',
    url,
    config: { access: adminOnly },
    schema: {
      summary: 'Lists keys from which an upgrade removed scopes that exceeded the role of their owner.',
      tags,
      response: { 200: schema.narrowedKeys },
    },
    handler: async (request) => {
      const narrowed = await keys.narrowed(organisationOf(request));
      return { api_keys: narrowed.map((key) => ({ ...toJson(key), removed_scopes: [...key.removedScopes] })) };
    },
  });

  app.route({
    method: 'DELETE',
    url,
    config: { access: adminOnly },
    schema: {
      summary: 'Empties the list of narrowed keys once you have read it. The keys stay narrowed.',
      tags,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      await keys.acknowledgeNarrowed(organisationOf(request));
      return reply.code(204).send();
    },
  });
}

function refusal(reason: KeyRefusal, { role }: KeyOwner): Problem {
  if (reason === 'too_many') return new Problem('conflict', 'You have 100 keys. Revoke one first.');
  if (reason === 'expired') return new Problem('bad_request', 'body expires_at: must be in the future');
  return new Problem(
    'forbidden',
    `Your role ${role} may not give a key ${reason.exceeding.join(', ')}. It may give ${keyScopesOf(role).join(', ')}.`,
  );
}

const ownerOf = (request: FastifyRequest): KeyOwner => {
  const { userUuid, role = 'member' } = request.identity as Identity;
  return { organisationId: organisationOf(request), userUuid, role };
};

const reachOf = ({ identity }: FastifyRequest): 'own' | 'all' => (identity?.role === 'admin' ? 'all' : 'own');

function toJson(key: OwnedKey): schema.ListedKey {
  const { effective, withheld } = splitScopes(key);
  return {
    uuid: key.uuid,
    name: key.name,
    prefix: key.prefix,
    scopes: effective,
    withheld_scopes: withheld,
    restricted: key.restricted,
    expires_at: key.expiresAt,
    user_uuid: key.userUuid,
    owner_email: key.ownerEmail,
    owner_name: key.ownerName,
    owner_role: key.role,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
  };
}
