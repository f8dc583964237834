import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import {
  type ConfigurationSite,
  type ConnectionForm,
  type ProviderEndpoint,
  type Providers,
  authToken as plainToken,
} from '../../../telephony/index.ts';
import { type ConnectionJson, credentials, providerName, schemasOf } from './schema.ts';
import type { Connection, Connections } from './service.ts';

const tags = ['telephony connections'];
/** A leaked key must neither read nor change the account that places calls. */
const adminOnly = { role: 'admin', keys: false } as const;
const settingsUrl = '/api/integrations/telephony';
const voiceUrl = '/api/voice/integrations/telephony';

type OneProvider = { Params: z.output<typeof providerName> };
type Connecting = OneProvider & { Body: z.output<typeof credentials> };

/** Addresses of this server; undefined where none is set. */
interface Reached {
  readonly publicBaseUrl: string | undefined;
  readonly mediaBaseUrl: string | undefined;
  readonly audioSocketPort: number | undefined;
}

/** Registers two sets of routes on one store: for settings pages, and for programs of the voice platform. */
export function registerConnectionRoutes(
  app: FastifyInstance,
  connections: Connections,
  providers: Providers,
  reached: () => Reached,
): void {
  const desk = createDesk(connections, providers, reached);
  registerSettingsSet(app, desk);
  registerVoiceSet(app, desk);
  for (const url of [settingsUrl, voiceUrl]) registerDisconnect(app, url, desk);
}

/** Returns the id and token of a request. Throws if they do not have the form that the provider wants. */
function credentialsIn(
  { auth_id: authId, auth_token: enteredToken }: Connecting['Body'],
  { authId: idForm, authToken: tokenForm = plainToken }: ConnectionForm,
): { readonly authId: string; readonly authToken: string } {
  const checked = idForm.safeParse(authId);
  if (!checked.success) throw new Problem('bad_request', `auth_id: ${checked.error.issues[0]?.message}.`);
  const token = tokenForm.safeParse(enteredToken);
  if (!token.success) throw new Problem('bad_request', `auth_token: ${token.error.issues[0]?.message}.`);
  return { authId, authToken: token.data };
}

type Desk = ReturnType<typeof createDesk>;

function createDesk(connections: Connections, providers: Providers, reached: () => Reached) {
  const connectable = providers.all.map(({ name }) => name);
  const names = [...providers.all, ...providers.planned].map(({ name }) => name);

  const nameIn = ({ params }: FastifyRequest<OneProvider>): string => {
    if (names.includes(params.provider)) return params.provider;
    throw new Problem('not_found', `Unknown telephony provider. Use one of ${names.join(', ')}.`);
  };
  const status = (request: FastifyRequest, name: string): Promise<Connection> =>
    connections.status(organisationOf(request), name);
  const json = (connection: Connection): ConnectionJson => toJson(connection, providers, reached());

  /** Returns the given key, or the stored one if none is given. Throws if the provider needs one or has none. */
  async function signingKeyIn(
    request: FastifyRequest<Connecting>,
    { signingKey: wanted }: ConnectionForm,
    name: string,
  ): Promise<string | undefined> {
    const { signing_key: enteredKey } = request.body;
    if (wanted === undefined) {
      if (enteredKey === undefined) return undefined;
      throw new Problem('bad_request', `signing_key: ${name} has no separate key for its callbacks. Leave it out.`);
    }
    const stored =
      enteredKey === undefined ? await connections.credentialsFor(organisationOf(request), name) : undefined;
    const key = enteredKey ?? (stored?.state === 'connected' ? stored.credentials.signingKey : undefined);
    if (key === undefined) throw new Problem('bad_request', `signing_key: is required: ${wanted.hint}`);
    const checked = wanted.form.safeParse(key);
    if (!checked.success) throw new Problem('bad_request', `signing_key: ${checked.error.issues[0]?.message}.`);
    return checked.data;
  }

  /** Returns the given URL of the account's own server, or the stored one. Throws if one is needed, or not allowed. */
  async function baseUrlIn(
    request: FastifyRequest<Connecting>,
    name: string,
    displayName: string,
  ): Promise<string | undefined> {
    const { base_url: entered } = request.body;
    const { variable, defaultUrl } = providers.endpointOf(name) ?? {};
    if (defaultUrl === undefined) {
      if (entered === undefined) return undefined;
      const why = variable === undefined ? `${name} has no server of your own` : `${variable} of this server sets it`;
      throw new Problem('bad_request', `base_url: ${why}. Leave it out.`);
    }
    const stored = entered === undefined ? await connections.credentialsFor(organisationOf(request), name) : undefined;
    const url =
      entered?.trim().replace(/\/+$/, '') ?? (stored?.state === 'connected' ? stored.credentials.baseUrl : undefined);
    if (url === undefined)
      throw new Problem(
        'bad_request',
        `base_url: is required: the URL of the HTTP server of your ${displayName}, such as ${defaultUrl} on the machine of this server or https://pbx.example.com:8089.`,
      );
    const refusal = await providers.refusalOf(name, url);
    if (refusal === undefined) return url;
    const inside = `The operator allows a host of the own network with TELEPHONY_ALLOWED_HOSTS or ${variable}.`;
    throw new Problem('bad_request', `base_url: ${refusal}. ${inside}`);
  }

  return {
    schema: schemasOf(names),
    nameIn,
    async all(request: FastifyRequest): Promise<ConnectionJson[]> {
      return Promise.all(names.map(async (name) => json(await status(request, name))));
    },
    one: async (request: FastifyRequest<OneProvider>): Promise<ConnectionJson> =>
      json(await status(request, nameIn(request))),
    /** Returns the name of the provider. */
    async connect(request: FastifyRequest<Connecting>): Promise<string> {
      const name = nameIn(request);
      const provider = providers.get(name);
      if (provider === undefined)
        throw new Problem('bad_request', `${name} is not supported yet. Use ${connectable.join(' or ')}.`);
      const { phone_number: phoneNumber } = request.body;
      if (provider.connection === undefined) throw withoutCredentials(name, 'Add a trunk with POST');
      const credentials = credentialsIn(request.body, provider.connection);
      const organisation = organisationOf(request);
      const { require_signed_callbacks: wished } = request.body;
      const requiresSignature = wished ?? (await connections.requiresSignature(organisation, name));
      if (requiresSignature && provider.signature === undefined)
        throw new Problem('bad_request', `require_signed_callbacks: ${name} does not sign its callbacks.`);
      const signingKey = await signingKeyIn(request, provider.connection, name);
      const baseUrl = await baseUrlIn(request, name, provider.displayName);
      const given = { ...credentials, signingKey, baseUrl, phoneNumber, requiresSignature };
      const trouble = await connections.connect(organisation, name, given);
      if (trouble !== undefined) throw new Problem('unavailable', secretTroubles[trouble]);
      return name;
    },
    async disconnect(request: FastifyRequest<OneProvider>): Promise<void> {
      const name = nameIn(request);
      const provider = providers.get(name);
      if (provider !== undefined && provider.connection === undefined)
        throw withoutCredentials(name, 'Delete its trunks at');
      await connections.disconnect(organisationOf(request), name);
    },
  };
}

function registerSettingsSet(app: FastifyInstance, desk: Desk): void {
  const { schema } = desk;
  app.route({
    method: 'GET',
    url: settingsUrl,
    config: { access: adminOnly },
    schema: {
      summary: 'Lists telephony providers and whether each is connected.',
      tags,
      response: { 200: schema.list },
    },
    handler: async (request) => ({
      providers: (await desk.all(request)).map(({ provider, is_connected, implemented, connected_at }) => ({
        provider,
        is_connected,
        implemented,
        connected_at,
      })),
    }),
  });

  app.route<OneProvider>({
    method: 'GET',
    url: `${settingsUrl}/:provider`,
    config: { access: adminOnly },
    schema: {
      summary: 'Returns whether a provider is connected and, if not, why.',
      tags,
      params: providerName,
      response: { 200: schema.connection },
    },
    handler: (request) => desk.one(request),
  });

  app.route<Connecting>({
    method: 'PUT',
    url: `${settingsUrl}/:provider`,
    config: { access: adminOnly, errors: connectErrors },
    schema: {
      summary: 'Connects a provider and replaces stored credentials. The token is encrypted and never returned.',
      tags,
      params: providerName,
      body: credentials,
      response: { 200: schema.connection },
    },
    handler: async (request) => {
      await desk.connect(request);
      return desk.one(request);
    },
  });
}

function registerVoiceSet(app: FastifyInstance, desk: Desk): void {
  const { schema } = desk;
  app.route({
    method: 'GET',
    url: voiceUrl,
    config: { access: {} },
    schema: {
      summary: 'Lists telephony providers and their settings, without secrets.',
      tags,
      response: { 200: schema.voiceList },
    },
    handler: async (request) => ({
      providers: (await desk.all(request))
        .filter(({ implemented }) => implemented)
        .map(({ provider, is_connected, connected_at, phone_number, auth_id }) => ({
          provider,
          is_connected,
          connected_at,
          phone_number,
          auth_id,
        })),
    }),
  });

  app.route<Connecting>({
    method: 'PUT',
    url: `${voiceUrl}/:provider`,
    config: { access: adminOnly, errors: connectErrors },
    schema: {
      summary: 'Connects a provider and replaces stored credentials.',
      tags,
      params: providerName,
      body: credentials,
      response: { 200: schema.connected },
    },
    handler: async (request) => ({ provider: await desk.connect(request), is_connected: true }),
  });
}

function registerDisconnect(app: FastifyInstance, url: string, desk: Desk): void {
  app.route<OneProvider>({
    method: 'DELETE',
    url: `${url}/:provider`,
    config: { access: adminOnly, errors: { bad_request: 'The provider has no stored credentials of its own.' } },
    schema: {
      summary: 'Deletes the credentials of a provider, including unreadable ones.',
      tags,
      params: providerName,
      response: { 204: z.null() },
    },
    handler: async (request, reply) => {
      await desk.disconnect(request);
      return reply.code(204).send();
    },
  });
}

const withoutCredentials = (name: string, advice: string): Problem =>
  new Problem('bad_request', `${name} has no stored credentials. ${advice} /api/voice/sip-trunks.`);

const connectErrors = {
  bad_request: 'The provider is not supported yet, or a credential has the wrong form.',
  unavailable: 'SETTINGS_ENCRYPTION_KEY is not set, or the disk is full.',
} as const;

/** Before the public address or the account is known, the files have an example in their place. */
function siteOf(
  { publicBaseUrl = 'https://parley.example.com', mediaBaseUrl, audioSocketPort }: Reached,
  authId = 'parley',
): ConfigurationSite {
  const mediaUrl = mediaBaseUrl ?? publicBaseUrl.replace(/^http/, 'ws');
  return { baseUrl: publicBaseUrl, mediaUrl, audioSocketPort, authId };
}

/** The operator's URL is not shown: it may be of the internal network, or contain a password. */
const endpointJson = (endpoint: ProviderEndpoint | undefined): ConnectionJson['endpoint'] =>
  endpoint === undefined ? null : { variable: endpoint.variable, default_url: endpoint.defaultUrl ?? null };

function toJson(
  { provider: name, implemented, connected, stored, trouble, detail }: Connection,
  providers: Providers,
  reached: Reached,
) {
  const { publicBaseUrl } = reached;
  const provider = providers.get(name);
  const { displayName } = provider ?? providers.planned.find((planned) => planned.name === name) ?? {};
  return {
    provider: name,
    display_name: displayName ?? name,
    is_connected: connected !== undefined,
    implemented,
    connected_at: connected?.at ?? null,
    phone_number: connected?.phoneNumber ?? null,
    auth_id: connected?.authId ?? null,
    require_signed_callbacks: connected?.requiresSignature ?? false,
    number_proof: connected?.proof ?? null,
    credentials: stored,
    detail: trouble === undefined ? (detail ?? null) : secretTroubles[trouble],
    form:
      provider?.connection === undefined
        ? null
        : {
            id_label: provider.connection.authIdLabel,
            id_hint: provider.connection.authIdHint,
            token_label: provider.connection.authTokenLabel,
            signing_key_label: provider.connection.signingKey?.label ?? null,
            signing_key_hint: provider.connection.signingKey?.hint ?? null,
            signing_key_is_chosen: provider.connection.signingKey?.isChosen === true,
          },
    endpoint: endpointJson(providers.endpointOf(name)),
    base_url: connected?.baseUrl ?? null,
    addresses: (provider?.connection?.addresses ?? []).map((address) => ({
      ...address,
      url: publicBaseUrl === undefined ? null : new URL(address.path, publicBaseUrl).href,
    })),
    files: [...(provider?.connection?.files?.(siteOf(reached, connected?.authId ?? undefined)) ?? [])],
  };
}
