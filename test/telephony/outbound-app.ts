import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import {
  openProviderServer,
  type ProviderServer,
  type ProviderServerOptions,
  type RestProvider,
  type RestProviderName,
  type Talk,
} from '../../media/emulator/index.ts';
import { asteriskPassword } from '../../media/emulator/rest/asterisk-rest.ts';
import { restProviders } from '../../media/emulator/rest/providers.ts';
import { telnyxPublicKey } from '../../media/emulator/rest/telnyx-rest.ts';
import { newVonageKey, vonageSecret } from '../../media/emulator/rest/vonage-rest.ts';
import type { DialectName } from '../../media/ports.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { type ProviderModule, registeredProviders } from '../../src/telephony/index.ts';
import { type FakeMedia, openTestApp, type TestApp, type TestAppOptions } from '../http/test-app.ts';

export type ProviderName = RestProviderName;

const vonageKey = newVonageKey();

export const accounts = {
  telephony_a: { authId: 'MA123', authToken: 'token-of-a' },
  telephony_b: { authId: 'account:key', authToken: 'token-of-b' },
  twilio: { authId: `AC${'0123456789abcdef'.repeat(2)}`, authToken: 'token-of-twilio' },
  telnyx: {
    authId: '1293384261075731461',
    authToken: 'KEY-of-telnyx',
    signingKey: telnyxPublicKey('KEY-of-telnyx'),
  },
  vonage: {
    authId: '0d2f5c1e-6a3b-4c8d-9e7f-1a2b3c4d5e6f',
    authToken: vonageKey,
    signingKey: vonageSecret(vonageKey),
  },
  vobiz: { authId: 'MA_0123ABCD', authToken: 'token-of-vobiz' },
  asterisk: {
    authId: 'parley',
    authToken: 'password-of-ari',
    signingKey: asteriskPassword('password-of-ari'),
  },
} as const satisfies Record<RestProviderName, ConnectedAccount>;

interface ConnectedAccount {
  readonly authId: string;
  readonly authToken: string;
  readonly signingKey?: string;
}

export const ownNumber = '+12025550100';

/** A provider and its emulated server on this machine. */
export interface Emulated {
  readonly module: ProviderModule;
  readonly emulator: RestProvider;
  /** Credentials of the connected account; the id may contain the server's address. */
  readonly account: (server: ProviderServer) => ConnectedAccount;
}

export interface OutboundApp extends TestApp {
  readonly provider: ProviderServer;
  readonly flowUuid: string;
  /** Base URL to which the provider sends callbacks. */
  readonly publicBaseUrl: string;
}

export interface OutboundAppOptions extends Omit<TestAppOptions, 'env' | 'providers'> {
  readonly dialect?: ProviderName;
  /** Replaces `dialect` with a provider that need not be registered. */
  readonly emulated?: Emulated;
  readonly provider?: Partial<Omit<ProviderServerOptions, 'dialect'>>;
  readonly env?: Readonly<Record<string, string>>;
  /** If false, no provider is connected. */
  readonly connected?: boolean;
}

/** A registered provider; the operator's settings point it at the emulator. */
export const emulatedOf = (name: ProviderName): Emulated => ({
  module: registeredProviders.find((row): row is typeof row & ProviderModule => row.name === name) as ProviderModule,
  emulator: restProviders[name],
  account: () => accounts[name],
});

/** Opens a control plane connected to an emulated provider, with an active outbound flow. */
export async function openOutboundApp(options: OutboundAppOptions = {}): Promise<OutboundApp> {
  const { dialect = 'telephony_a', connected = true, provider: given, env, emulated, ...rest } = options;
  const { module, emulator, account } = emulated ?? emulatedOf(dialect);
  const { authId, authToken } = account(nowhere);
  const provider = await openProviderServer({
    dialect: emulator,
    authId,
    authToken,
    numbers: [ownNumber],
    signed: module.signature?.signsAll === true,
    ...given,
  });
  const onEnd = rest.onEnd ?? onTestFinished;
  onEnd(() => provider.close());
  const { app, publicBaseUrl } = await onFreePort(async (port) => {
    const ownUrl = `http://127.0.0.1:${port}`;
    const opened = await openTestApp({
      ...rest,
      ...(emulated === undefined ? {} : { providers: [...registeredProviders.filter(isOther(module)), module] }),
      env: {
        PORT: String(port),
        MEDIA_PORT: '0',
        PUBLIC_BASE_URL: ownUrl,
        SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
        [`${module.name.toUpperCase()}_BASE_URL`]: provider.baseUrl,
        ...env,
      },
    });
    return { app: opened, publicBaseUrl: ownUrl };
  });
  if (connected) await connectAs(app, module.name, account(provider));
  return { ...app, provider, publicBaseUrl, flowUuid: await addFlow(app) };
}

/**
 * Opens one app for all tests of a suite, which must not leave anything that affects another. Call it where tests are
 * declared; the returned function returns the app.
 */
export function openOutboundAppOnce(options: () => OutboundAppOptions): () => OutboundApp {
  let app: OutboundApp | undefined;
  const undo: (() => void | Promise<void>)[] = [];
  beforeAll(async () => {
    app = await openOutboundApp({ ...options(), onEnd: (work) => void undo.push(work) });
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  return () => app as OutboundApp;
}

const nowhere = { baseUrl: 'http://127.0.0.1:9' } as ProviderServer;
const isOther =
  ({ name }: ProviderModule) =>
  (row: { readonly name: string }): boolean =>
    row.name !== name;

export const connect = (app: TestApp, dialect: ProviderName, phoneNumber = ownNumber): Promise<void> =>
  connectAs(app, dialect, accounts[dialect], phoneNumber);

async function connectAs(
  app: TestApp,
  name: string,
  { authId, authToken, signingKey }: ConnectedAccount,
  phoneNumber = ownNumber,
): Promise<void> {
  const answer = await app.http.inject({
    method: 'PUT',
    url: `/api/voice/integrations/telephony/${name}`,
    payload: {
      auth_id: authId,
      auth_token: authToken,
      phone_number: phoneNumber,
      ...(signingKey === undefined ? {} : { signing_key: signingKey }),
    },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

export async function addFlow(
  app: TestApp,
  changes: { kind?: 'inbound' | 'outbound'; phoneNumber?: string } = {},
): Promise<string> {
  const uuid = randomUUID();
  await app.database.system.tx((queries) =>
    queries.insert(app.database.tables.flows).values({
      uuid,
      organisationId: localOrganisation,
      kind: 'outbound',
      name: 'Reminders',
      status: 'active',
      provider: 'platform',
      speaker: 'ava',
      languageCode: 'en-US',
      phoneNumber: null,
      phoneKey: null,
      config: { business_name: 'Maple Grove', greeting: 'Hello.' },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      ...changes,
    }),
  );
  return uuid;
}

/** Simulates a person who answers, has a short conversation with the fake media plane, and hangs up. */
export const talkTo =
  (fake: () => FakeMedia, dialect: DialectName): Talk =>
  async (answer, call) => {
    if (answer.kind !== 'stream') return;
    const ports = fake().ports();
    const { pathname, searchParams } = new URL(answer.url);
    const token = searchParams.get('ticket') ?? pathname.split('/').at(-1) ?? '';
    const plan = await ports.plans.claim(token, dialect);
    if (plan === undefined) return;
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    const wallMs = Date.now();
    ports.log.append(plan, {
      type: 'started',
      atMs: 0,
      format,
      providerCallId: call.id,
      streamId: call.id,
      wallMs,
    });
    ports.log.append(plan, {
      type: 'ended',
      atMs: 1000,
      reason: 'agent_goodbye',
      wallMs: wallMs + 1000,
    });
  };

/** Another process may take a free port in between; then another one is tried. */
async function onFreePort<Opened>(open: (port: number) => Promise<Opened>): Promise<Opened> {
  for (let tries = 1; ; tries++) {
    const [port] = (await freePorts(1)) as [number];
    try {
      return await open(port);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'port_in_use' || tries === 3) throw error;
    }
  }
}
