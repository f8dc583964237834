import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import * as schema from './schema.ts';
import { maxTrunks, type Trunks, type TrunkView, type TrunkWritten } from './service.ts';

const tags = ['SIP trunks'];
const url = '/api/voice/sip-trunks';
/** Trunks place calls at the organisation's expense, so a leaked key must neither read nor change one. */
const adminOnly = { role: 'admin', keys: false } as const;
const params = schema.trunkUuid;
const writeErrors = {
  bad_request: 'A trunk that registers lacks its user name or password, or encrypted audio lacks the transport tls.',
  unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, so the password cannot be stored.',
};

type OneTrunk = { Params: z.output<typeof schema.trunkUuid> };

export function registerTrunkRoutes(app: FastifyInstance, trunks: Trunks): void {
  app.route({
    method: 'GET',
    url,
    config: { access: adminOnly },
    schema: {
      summary: 'Lists SIP trunks, the oldest first, with the status of their registrations.',
      tags,
      response: { 200: schema.trunkList },
    },
    handler: async (request) => ({ trunks: (await trunks.list(organisationOf(request))).map(toJson) }),
  });

  app.route<{ Body: schema.NewTrunkBody }>({
    method: 'POST',
    url,
    config: {
      access: adminOnly,
      errors: { ...writeErrors, conflict: `The organisation has ${maxTrunks} trunks.` },
    },
    schema: {
      summary: 'Creates a SIP trunk. Parley registers at once if `register` is true.',
      tags,
      body: schema.newTrunk,
      response: { 201: schema.trunk },
    },
    handler: async (request, reply) =>
      reply.code(201).send(toJson(written(await trunks.add(organisationOf(request), request.body), ''))),
  });

  app.route<OneTrunk & { Body: schema.TrunkPatchBody }>({
    method: 'PATCH',
    url: `${url}/:uuid`,
    config: { access: adminOnly, errors: writeErrors },
    schema: {
      summary: 'Updates a SIP trunk and registers again. Omitted fields are unchanged, the password included.',
      tags,
      params,
      body: schema.trunkPatch,
      response: { 200: schema.trunk },
    },
    handler: async (request) => {
      const { uuid } = request.params;
      return toJson(written(await trunks.change(organisationOf(request), uuid, request.body), uuid));
    },
  });

  app.route<OneTrunk>({
    method: 'DELETE',
    url: `${url}/:uuid`,
    config: { access: adminOnly },
    schema: {
      summary: 'Deletes a SIP trunk and withdraws its registration. Calls in progress continue.',
      tags,
      params,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      const { uuid } = request.params;
      if (!(await trunks.remove(organisationOf(request), uuid))) throw unknownTrunk(uuid);
      return reply.code(204).send();
    },
  });
}

const unknownTrunk = (uuid: string): Problem => new Problem('not_found', `SIP trunk ${uuid} does not exist.`);

function written(result: TrunkWritten, uuid: string): TrunkView {
  switch (result) {
    case undefined:
      throw unknownTrunk(uuid);
    case 'too_many':
      throw new Problem('conflict', `The organisation has ${maxTrunks} trunks, which is the most. Delete one first.`);
    case 'no_credentials':
      throw new Problem('bad_request', 'body: register needs a username and a password. Add both.');
    case 'keys_in_the_clear':
      throw new Problem('bad_request', 'body encrypted_audio: its keys need the transport tls. Set transport to tls.');
    default:
      if ('unsealed' in result) throw new Problem('unavailable', result.unsealed);
      return result;
  }
}

const toJson = ({ trunk, hasPassword }: TrunkView): z.input<typeof schema.trunk> => ({
  uuid: trunk.uuid,
  name: trunk.name,
  registrar: trunk.registrar,
  transport: trunk.transport,
  username: trunk.username,
  auth_username: trunk.authUsername,
  has_password: hasPassword,
  from_number: trunk.fromNumber,
  number_prefix: trunk.numberPrefix,
  outbound_proxy: trunk.outboundProxy,
  allowed_addresses: [...trunk.allowedAddresses],
  register: trunk.registers,
  allowed_countries: [...trunk.allowedCountries],
  max_calls: trunk.maxCalls,
  calls_per_minute: trunk.callsPerMinute,
  encrypted_audio: trunk.encryptedAudio,
  wideband_audio: trunk.widebandAudio,
  transfers: trunk.transfers,
  status: { is_registered: trunk.isRegistered, last_response: trunk.lastResponse, last_error: trunk.lastError },
  created_at: trunk.createdAt,
});
