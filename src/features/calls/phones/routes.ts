import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { type LinphoneOptions, linphoneAddress, registerLinphoneRoute } from './linphone-routes.ts';
import * as schema from './schema.ts';
import { maxPhones, type PhoneAccess, type Phones, type PhoneWritten } from './service.ts';
import type { PhoneRow } from './store.ts';

const tags = ['phones'];
const url = '/api/voice/phones';
/** A phone places calls at the organisation's expense, so a leaked key must not create one. */
const writing = { role: 'admin', keys: false } as const;
const params = schema.phoneUuid;
const refusals = {
  conflict: `Another phone or flow has this extension, or the organisation has ${maxPhones} phones.`,
  unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, so the password cannot be stored.',
};

type OnePhone = { Params: z.output<typeof schema.phoneUuid> };

export interface PhoneRoutesOptions extends LinphoneOptions {
  readonly phones: Phones;
  /** Describes how phones reach this server, for a client at `host`. */
  readonly serverFor: (host: string) => z.input<typeof schema.phoneServer>;
  readonly now: () => Date;
}

export function registerPhoneRoutes(app: FastifyInstance, options: PhoneRoutesOptions): void {
  registerReading(app, options);
  registerCreating(app, options);
  registerChanging(app, options);
  registerLinphoneRoute(app, options);
}

function registerReading(app: FastifyInstance, { phones, serverFor, now }: PhoneRoutesOptions): void {
  app.route({
    method: 'GET',
    url,
    config: { access: {} },
    schema: {
      summary: 'Lists phones by extension, with their registrations and the server that phones register with.',
      tags,
      response: { 200: schema.phoneList },
    },
    handler: async (request) => {
      const rows = await phones.list(organisationOf(request));
      return { phones: rows.map((row) => toJson(row, now())), server: serverFor(request.hostname) };
    },
  });
}

function registerCreating(app: FastifyInstance, options: PhoneRoutesOptions): void {
  const { phones } = options;
  app.route<{ Body: schema.NewPhoneBody }>({
    method: 'POST',
    url,
    config: { access: writing, errors: refusals },
    schema: {
      summary: 'Creates a phone. The password is shown only once.',
      tags,
      body: schema.newPhone,
      response: { 201: schema.phoneWithPassword },
    },
    handler: async (request, reply) => {
      const access = written(await phones.add(organisationOf(request), request.body), '');
      return reply.code(201).send(withPassword(request, access, options));
    },
  });

  app.route<OnePhone>({
    method: 'POST',
    url: `${url}/:uuid/password`,
    config: { access: writing, errors: { unavailable: refusals.unavailable } },
    schema: {
      summary: 'Gives a phone a new password, shown only once. The phone has to register again.',
      tags,
      params,
      response: { 200: schema.phoneWithPassword },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      const access = written(await phones.renewPassword(organisationOf(request), uuid), uuid);
      return withPassword(request, access, options);
    },
  });
}

function registerChanging(app: FastifyInstance, { phones, now }: PhoneRoutesOptions): void {
  app.route<OnePhone & { Body: schema.PhonePatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: writing, errors: { conflict: refusals.conflict } },
    schema: {
      summary: 'Updates a phone. Omitted fields are unchanged.',
      tags,
      params,
      body: schema.phonePatch,
      response: { 200: schema.phone },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return toJson(written(await phones.change(organisationOf(request), uuid, request.body), uuid), now());
    },
  });

  app.route<OnePhone>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: writing },
    schema: {
      summary: 'Deletes a phone and ends its registration. Calls in progress continue.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await phones.remove(organisationOf(request), uuid))) throw unknownPhone(uuid);
      return reply.code(204).send();
    },
  });
}

const unknownPhone = (uuid: string): Problem => new Problem('not_found', `Phone ${uuid} does not exist.`);

function written<T extends object>(result: PhoneWritten<T>, uuid: string): T {
  switch (result) {
    case undefined:
      throw unknownPhone(uuid);
    case 'extension_taken':
      throw new Problem('conflict', 'Another phone or flow has this extension. Choose another one.');
    case 'too_many':
      throw new Problem('conflict', `The organisation has ${maxPhones} phones, which is the most. Delete one first.`);
    case 'unknown_user':
      throw new Problem('bad_request', 'body user_uuid: This user does not exist in this organisation.');
    default:
      if ('unsealed' in result) throw new Problem('unavailable', result.unsealed as string);
      return result as T;
  }
}

const withPassword = (request: FastifyRequest, access: PhoneAccess, options: PhoneRoutesOptions) => ({
  ...toJson(access.phone, options.now()),
  sip_password: access.password,
  qr: linphoneAddress(request, access, options),
});

const toJson = (row: PhoneRow, now: Date): z.input<typeof schema.phone> => ({
  uuid: row.uuid,
  name: row.name,
  extension: row.extension,
  user_uuid: row.userUuid,
  sip_username: row.sipUsername,
  registered: row.expiresAt !== null && row.expiresAt > now.toISOString(),
  user_agent: row.userAgent,
  address: row.address,
  behind_nat: row.behindNat,
  registered_at: row.registeredAt,
  expires_at: row.expiresAt,
});
