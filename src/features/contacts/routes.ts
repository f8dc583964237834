import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { viewerOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { type Contact, type Refusal, refusalTexts } from './contact-change.ts';
import * as schema from './schema.ts';
import type { Contacts } from './service.ts';

const tags = ['contacts'];
const reading = { scopes: ['voice:campaigns:read'] } as const;
const writing = { scopes: ['voice:campaigns:write'] } as const;
const params = schema.contactUuid;

type OneContact = { Params: z.output<typeof schema.contactUuid> };
type Listing = { Querystring: schema.ContactQuery };

const unknownContact = (uuid: string): Problem => new Problem('not_found', `There is no contact ${uuid}.`);
const refused = (refusal: Refusal): Problem =>
  new Problem(refusal === 'hidden' ? 'conflict' : 'bad_request', refusalTexts[refusal]);

export function registerContactRoutes(app: FastifyInstance, contacts: Contacts): void {
  registerReading(app, contacts);
  registerCustomers(app, contacts);
  registerPutting(app, contacts);
  registerChanging(app, contacts);
}

function registerReading(app: FastifyInstance, contacts: Contacts): void {
  app.route<Listing>({
    method: 'GET',
    url: '/v1/contacts',
    config: { access: reading },
    schema: {
      summary:
        'Contacts, newest first: those with a number, with a tag, opted out or not, or found by a part of name, e-mail or number.',
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
    schema: { summary: 'One contact.', tags, params, response: { 200: schema.contact } },
    handler: (request) => found(request, contacts),
  });
}

/** The console says customers: the same records. */
function registerCustomers(app: FastifyInstance, contacts: Contacts): void {
  app.route<Listing>({
    method: 'GET',
    url: '/api/voice/customers',
    config: { access: reading },
    schema: {
      summary: 'Contacts as GET /v1/contacts lists them: for a person with tags assigned, those that carry one.',
      tags,
      querystring: schema.contactQuery,
      response: { 200: schema.customerList },
    },
    handler: async (request) => {
      const { rows, ...page } = await listed(request, contacts);
      return { customers: rows, ...page };
    },
  });

  app.route<OneContact>({
    method: 'GET',
    url: '/api/voice/customers/:uuid',
    config: { access: reading },
    schema: { summary: 'One contact.', tags, params, response: { 200: schema.contact } },
    handler: (request) => found(request, contacts),
  });
}

async function listed(request: FastifyRequest<Listing>, contacts: Contacts) {
  const { limit, offset, opted_out: optedOut, ...filter } = request.query;
  const asked = { ...filter, optedOut: optedOut === undefined ? undefined : optedOut === 'true' };
  const { contacts: rows, total } = await contacts.list(viewerOf(request), asked, { limit, offset });
  return { rows: rows.map(toJson), total, limit, offset };
}

async function found(request: FastifyRequest<OneContact>, contacts: Contacts) {
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
      errors: { conflict: 'The number belongs to a contact that is not assigned to you.' },
    },
    schema: {
      summary:
        'Makes a contact (201), or adds to the one that has the number (200): fields replace, tags are added, metadata is merged.',
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
      summary: 'Makes or adds to 1 to 1,000 contacts, each as if alone; the tags are added to all of them.',
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
      errors: { conflict: 'Another contact has this number.' },
    },
    schema: {
      summary:
        'Changes a contact: what is absent stays, null clears, metadata is merged key by key, tags are replaced.',
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
    schema: { summary: 'Removes a contact.', tags, params, response: { 204: z.null() } },
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
