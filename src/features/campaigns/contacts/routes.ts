import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../../http/fields.ts';
import { organisationOf, viewerOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type Contact, type Refusal, refusalTexts } from './contact-change.ts';
import { hashPrefix } from './number-hash-store.ts';
import * as schema from './schema.ts';
import type { Contacts, Suppressions } from './service.ts';
import { registerWordingRoutes } from './wording-routes.ts';

const tags = ['contacts'];
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'] } as const;
const params = schema.contactUuid;

type OneContact = { Params: z.output<typeof schema.contactUuid> };
type Listing = { Querystring: schema.ContactQuery };

const unknownContact = (uuid: string): Problem => new Problem('not_found', `Contact ${uuid} does not exist.`);
const conflicts: readonly Refusal[] = ['hidden', 'suppressed', 'too_many_contacts'];
const refused = (refusal: Refusal): Problem =>
  new Problem(conflicts.includes(refusal) ? 'conflict' : 'bad_request', refusalTexts[refusal]);

/** Registers the routes of numbers that are never called, with or without a contact. */
export function registerSuppressionRoutes(app: FastifyInstance, suppressions: Suppressions): void {
  app.route<{ Querystring: z.output<typeof pageQuery> }>({
    method: 'GET',
    url: '/api/voice/suppressions',
    config: { access: { role: 'manager', keys: false } },
    schema: {
      summary: 'Lists numbers that are not called, newest first. Tag assignments limit them to contacts that you see.',
      tags,
      querystring: pageQuery,
      response: { 200: schema.suppressionList },
    },
    handler: async (request) => {
      const { rows, total } = await suppressions.list(viewerOf(request), request.query);
      const listed = rows.map(({ uuid, phone, reason, createdAt }) => ({
        uuid,
        phone: phone.startsWith(hashPrefix) ? null : phone,
        reason,
        created_at: createdAt,
      }));
      return { suppressions: listed, total, ...request.query };
    },
  });

  app.route<{ Params: z.output<typeof schema.suppressionUuid> }>({
    method: 'DELETE',
    url: '/api/voice/suppressions/:uuid',
    config: { access: { role: 'admin', keys: false } },
    schema: {
      summary: 'Removes a number from the do-not-call list; its contact may be called again.',
      tags,
      params: schema.suppressionUuid,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await suppressions.clear(organisationOf(request), uuid)))
        throw new Problem('not_found', `The do-not-call list has no entry ${uuid}.`);
      return reply.code(204).send();
    },
  });
}

export function registerContactRoutes(app: FastifyInstance, contacts: Contacts): void {
  registerReading(app, contacts);
  registerCustomers(app, contacts);
  registerPutting(app, contacts);
  registerChanging(app, contacts);
  registerWordingRoutes(app, contacts);
}

function registerReading(app: FastifyInstance, contacts: Contacts): void {
  app.route<Listing>({
    method: 'GET',
    url: '/v1/contacts',
    config: { access: reading },
    schema: {
      summary:
        'Lists contacts, newest first. Filter by phone, tag and opt-out, or search name, e-mail and number with `q`.',
      tags,
      querystring: schema.contactQuery,
      response: { 200: schema.contactList },
    },
    handler: async (request) => {
      const { rows, ...page } = await listed(request, contacts);
      return { contacts: rows, ...page };
    },
  });

  app.route<OneContact>({
    method: 'GET',
    url: '/v1/contacts/:uuid',
    config: { access: reading },
    schema: { summary: 'Returns a contact.', tags, params, response: { 200: schema.contact } },
    handler: (request) => contactOf(request, contacts),
  });
}

/** The console's name for contacts is customers; the records are the same. */
function registerCustomers(app: FastifyInstance, contacts: Contacts): void {
  app.route<Listing>({
    method: 'GET',
    url: '/api/voice/customers',
    config: { access: reading },
    schema: {
      summary: 'Lists contacts. Users with assigned tags see only contacts with one of those tags.',
      tags,
      querystring: schema.contactQuery,
      response: { 200: schema.customerList },
    },
    handler: async (request) => {
      const { rows, ...page } = await listed(request, contacts);
      return { customers: rows, ...page };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/voice/customers/tags',
    config: { access: reading },
    schema: {
      summary: 'Lists the tags of contacts, the most frequent first, at most 200.',
      tags,
      response: { 200: schema.tagList },
    },
    handler: async (request) => ({ tags: await contacts.tags(viewerOf(request)) }),
  });

  app.route<OneContact>({
    method: 'GET',
    url: '/api/voice/customers/:uuid',
    config: { access: reading },
    schema: { summary: 'Returns a contact.', tags, params, response: { 200: schema.contact } },
    handler: (request) => contactOf(request, contacts),
  });
}

async function listed(request: FastifyRequest<Listing>, contacts: Contacts) {
  const { limit, offset, sort, order, opted_out: optedOut, ...filter } = request.query;
  const filterWithOptOut = { ...filter, optedOut: optedOut === undefined ? undefined : optedOut === 'true' };
  const { contacts: rows, total } = await contacts.list(viewerOf(request), filterWithOptOut, {
    limit,
    offset,
    sort,
    order,
  });
  return { rows: rows.map(toJson), total, limit, offset };
}

async function contactOf(request: FastifyRequest<OneContact>, contacts: Contacts) {
  const { uuid } = request.params;
  const contact = await contacts.get(viewerOf(request), uuid);
  if (contact === undefined) throw unknownContact(uuid);
  return toJson(contact);
}

const bulkBytes = 8 * 2 ** 20;

function registerPutting(app: FastifyInstance, contacts: Contacts): void {
  app.route<{ Body: schema.NewContactBody }>({
    method: 'POST',
    url: '/v1/contacts',
    config: {
      access: writing,
      limit: { perMinute: 60 },
      errors: {
        conflict:
          'The number belongs to a contact that is not assigned to you, or the organisation has no room for more contacts.',
      },
    },
    schema: {
      summary:
        'Creates a contact (201) or updates the one with this number (200): fields are replaced, tags added, metadata merged.',
      tags,
      body: schema.newContact,
      response: { 200: schema.putContact, 201: schema.putContact },
    },
    handler: async (request, reply) => {
      const result = await contacts.put(viewerOf(request), request.body);
      if (result.contact === undefined) throw refused(result.kind);
      const created = result.kind === 'created';
      return reply.code(created ? 201 : 200).send({ ...toJson(result.contact), created });
    },
  });

  app.route<{ Body: z.output<typeof schema.bulkBody> }>({
    method: 'POST',
    url: '/v1/contacts/bulk',
    bodyLimit: bulkBytes,
    config: { access: writing, limit: { perMinute: 10 } },
    schema: {
      summary: 'Creates or updates 1 to 1,000 contacts. Each row succeeds or fails alone; `tags` are added to all.',
      tags,
      body: schema.bulkBody,
      response: { 200: schema.bulkAnswer },
    },
    handler: async (request) => contacts.bulk(viewerOf(request), request.body.contacts, request.body.tags ?? []),
  });
}

function registerChanging(app: FastifyInstance, contacts: Contacts): void {
  app.route<OneContact & { Body: schema.ContactPatchBody }>({
    method: 'PATCH',
    url: '/v1/contacts/:uuid',
    config: {
      access: writing,
      limit: { perMinute: 60 },
      errors: { conflict: 'Another contact has this number, or the number is on the do-not-call list.' },
    },
    schema: {
      summary:
        'Updates a contact. Omitted fields are unchanged, `null` clears a field, metadata is merged by key, tags are replaced.',
      tags,
      params,
      body: schema.contactPatch,
      response: { 200: schema.contact },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const result = await contacts.patch(viewerOf(request), uuid, request.body);
      if (result === 'unknown') throw unknownContact(uuid);
      if (result === 'phone_taken') throw new Problem('conflict', 'Another contact has this number.');
      if (typeof result === 'string') throw refused(result);
      return toJson(result);
    },
  });

  app.route<OneContact>({
    method: 'DELETE',
    url: '/v1/contacts/:uuid',
    config: { access: writing },
    schema: { summary: 'Deletes a contact.', tags, params, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await contacts.remove(viewerOf(request), uuid))) throw unknownContact(uuid);
      return reply.code(204).send();
    },
  });
}

const toJson = (contact: Contact): z.input<typeof schema.contact> => ({
  uuid: contact.uuid,
  name: contact.name,
  phone: contact.phone,
  email: contact.email,
  language_code: contact.languageCode,
  timezone: contact.timezone,
  tags: [...contact.tags],
  metadata: contact.metadata,
  opted_out: contact.optedOut,
  dnc_reason: contact.dncReason,
  attempts: contact.attempts,
  last_called_at: contact.lastCalledAt,
  last_outcome: contact.lastOutcome,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
});
