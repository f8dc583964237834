import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../http/identity.ts';
import { Problem } from '../../http/problem.ts';
import { secretTroubles } from '../../secrets/index.ts';
import * as schema from './schema.ts';
import { type Connection, type Connections, isConnectable } from './service.ts';

const tags = ['telephony connections'];
/** A key that leaked must neither read nor change whose account calls are placed on. */
const adminOnly = { role: 'admin', keys: false } as const;
const settingsUrl = '/api/integrations/telephony';
const voiceUrl = '/api/voice/integrations/telephony';

type OneProvider = { Params: z.output<typeof schema.providerName> };
type Connecting = OneProvider & { Body: z.output<typeof schema.credentials> };

/** Two sets of routes on one store: one for settings pages, one for programs of the voice platform. */
export function registerConnectionRoutes(app: FastifyInstance, connections: Connections): void {
  registerSettingsSet(app, connections);
  registerVoiceSet(app, connections);
  for (const url of [settingsUrl, voiceUrl]) registerDisconnect(app, url, connections);
}

function registerSettingsSet(app: FastifyInstance, connections: Connections): void {
  app.route({
    method: 'GET',
    url: settingsUrl,
    config: { access: adminOnly },
    schema: {
      summary: 'The telephony providers that there are, and which of them are connected.',
      tags,
      response: { 200: schema.providerList },
    },
    handler: async (request) => ({
      providers: (await statuses(connections, request, schema.providers)).map((one) => ({
        provider: one.provider,
        is_connected: one.connected !== undefined,
        implemented: one.implemented,
        connected_at: one.connected?.at ?? null,
      })),
    }),
  });

  app.route<OneProvider>({
    method: 'GET',
    url: `${settingsUrl}/:provider`,
    config: { access: adminOnly },
    schema: {
      summary: 'Whether a provider is connected, and what stands in the way.',
      tags,
      params: schema.providerName,
      response: { 200: schema.connection },
    },
    handler: async (request) => toJson(await connections.status(organisationOf(request), providerOf(request))),
  });

  app.route<Connecting>({
    method: 'PUT',
    url: `${settingsUrl}/:provider`,
    config: { access: adminOnly, errors: connectErrors },
    schema: {
      summary: 'Connects a provider, in place of what was stored for it; the token is sealed and never shown again.',
      tags,
      params: schema.providerName,
      body: schema.credentials,
      response: { 200: schema.connection },
    },
    handler: async (request) => {
      await connect(connections, request);
      return toJson(await connections.status(organisationOf(request), providerOf(request)));
    },
  });
}

function registerVoiceSet(app: FastifyInstance, connections: Connections): void {
  app.route({
    method: 'GET',
    url: voiceUrl,
    config: { access: {} },
    schema: {
      summary: 'The telephony providers that can be connected, with what is no secret of their connections.',
      tags,
      response: { 200: schema.connectionList },
    },
    handler: async (request) => ({
      providers: (await statuses(connections, request, schema.connectable)).map((one) => {
        const { provider, is_connected, connected_at, phone_number, auth_id } = toJson(one);
        return { provider, is_connected, connected_at, phone_number, auth_id };
      }),
    }),
  });

  app.route<Connecting>({
    method: 'PUT',
    url: `${voiceUrl}/:provider`,
    config: { access: adminOnly, errors: connectErrors },
    schema: {
      summary: 'Connects a provider, in place of what was stored for it.',
      tags,
      params: schema.providerName,
      body: schema.credentials,
      response: { 200: schema.connected },
    },
    handler: async (request) => ({ provider: await connect(connections, request), is_connected: true }),
  });
}

function registerDisconnect(app: FastifyInstance, url: string, connections: Connections): void {
  app.route<OneProvider>({
    method: 'DELETE',
    url: `${url}/:provider`,
    config: { access: adminOnly },
    schema: {
      summary: 'Forgets the credentials of a provider, also those that cannot be read any more.',
      tags,
      params: schema.providerName,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      await connections.disconnect(organisationOf(request), providerOf(request));
      return reply.code(204).send();
    },
  });
}

const connectErrors = { unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or nothing can be stored now.' } as const;

async function connect(connections: Connections, request: FastifyRequest<Connecting>): Promise<schema.Provider> {
  const provider = providerOf(request);
  if (!isConnectable(provider)) {
    throw new Problem('bad_request', `${provider} cannot be connected yet; ${schema.connectable.join(' and ')} can.`);
  }
  const { auth_id: authId, auth_token: authToken, phone_number: phoneNumber } = request.body;
  const trouble = await connections.connect(organisationOf(request), provider, { authId, authToken, phoneNumber });
  if (trouble !== undefined) throw new Problem('unavailable', secretTroubles[trouble]);
  return provider;
}

function providerOf(request: FastifyRequest<OneProvider>): schema.Provider {
  const provider = schema.providers.find((name) => name === request.params.provider);
  if (provider === undefined) {
    throw new Problem('not_found', `There is no such telephony provider; there are ${schema.providers.join(', ')}.`);
  }
  return provider;
}

const statuses = (connections: Connections, request: FastifyRequest, wanted: readonly schema.Provider[]) =>
  Promise.all(wanted.map((provider) => connections.status(organisationOf(request), provider)));

const toJson = ({
  provider,
  implemented,
  connected,
  stored,
  trouble,
}: Connection): z.input<typeof schema.connection> => ({
  provider,
  is_connected: connected !== undefined,
  implemented,
  connected_at: connected?.at ?? null,
  phone_number: connected?.phoneNumber ?? null,
  auth_id: connected?.authId ?? null,
  credentials: stored,
  detail: trouble === undefined ? null : secretTroubles[trouble],
});
