import { describe, expect, test } from 'vitest';
import { localOrganisation, type OrganisationId } from '../../src/data/index.ts';
import { createConnections, createNumberStore } from '../../src/features/calls/telephony-connections/index.ts';
import { createSecretSettings, createSettingStore } from '../../src/sealed-settings/index.ts';
import { createSealer } from '../../src/secrets/index.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { apiKey, fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { openAppOnce, openTestApp, type TestApp } from '../http/test-app.ts';
import { providersWith } from './registered.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;
const settingsUrl = '/api/integrations/telephony';
const voiceUrl = '/api/voice/integrations/telephony';
const key = 'a key of enough characters';
const canary = 'canary-auth-token';
const given = { auth_id: 'MAXXXXXXXXXX', auth_token: canary, phone_number: '+12025550143' };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

type Place = Awaited<ReturnType<TestDatabase['place']>>;

const people = {
  admin: session('admin'),
  manager: session('manager'),
  member: session('member'),
  stranger: session('admin', { organisationId: theirs }),
  key: apiKey(['voice:calls:read'], { role: 'admin' }),
};

async function openConnections({ dataDir, databaseUrl }: Place, settingsKey: string | undefined) {
  const app = await openTestApp({
    dataDir,
    env: {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(settingsKey === undefined ? {} : { SETTINGS_ENCRYPTION_KEY: settingsKey }),
    },
    authenticator: fakeAuthenticator(people),
  });
  return askedBy(app);
}

function askedBy(app: TestApp) {
  const ask = (
    method: 'GET' | 'PUT' | 'DELETE',
    url: string,
    options: { as?: keyof typeof people; body?: unknown } = {},
  ) =>
    app.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${options.as ?? 'admin'}` },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
  return { ...app, ask };
}

const serviceOn = ({ database }: Pick<TestApp, 'database'>, settingsKey: string | undefined) =>
  createConnections({
    settings: createSecretSettings(
      createSettingStore(database),
      createSealer(settingsKey),
      () => new Date('2026-01-05T09:00:00Z'),
    ),
    providers: providersWith(),
    numbers: createNumberStore(database),
    prove: async () => {},
    now: () => new Date('2026-01-05T09:00:00Z'),
  });

/** What a settings page needs of the provider itself. */
const shownOfA = {
  display_name: 'Plivo',
  form: {
    id_label: 'Auth ID',
    id_hint: '',
    token_label: 'Auth token',
    signing_key_label: null,
    signing_key_hint: null,
    signing_key_is_chosen: false,
  },
  files: [],
  endpoint: { variable: 'TELEPHONY_A_BASE_URL', default_url: null },
  base_url: null,
  addresses: [
    { use: expect.stringContaining('Answer URL'), path: '/api/voice/webhooks/telephony_a/answer', url: null },
    { use: expect.stringContaining('Hangup URL'), path: '/api/voice/webhooks/telephony_a/hangup', url: null },
  ],
};

onEachDatabase('telephony connections', ({ place }) => {
  test('both sets of routes show the same connections, in their own format, without the token', async () => {
    const { ask, logged } = await openConnections(await place(), key);
    const unconnected = { is_connected: false, connected_at: null };
    const nothing = { ...unconnected, phone_number: null, auth_id: null };
    expect((await ask('GET', settingsUrl)).json()).toEqual({
      providers: [
        { provider: 'telephony_a', implemented: true, ...unconnected },
        { provider: 'telephony_b', implemented: true, ...unconnected },
        { provider: 'twilio', implemented: true, ...unconnected },
        { provider: 'telnyx', implemented: true, ...unconnected },
        { provider: 'vonage', implemented: true, ...unconnected },
        { provider: 'vobiz', implemented: true, ...unconnected },
        { provider: 'asterisk', implemented: true, ...unconnected },
        { provider: 'sip', implemented: true, ...unconnected },
        { provider: 'telephony_c', implemented: false, ...unconnected },
      ],
    });
    const none = {
      providers: [
        { provider: 'telephony_a', ...nothing },
        { provider: 'telephony_b', ...nothing },
        { provider: 'twilio', ...nothing },
        { provider: 'telnyx', ...nothing },
        { provider: 'vonage', ...nothing },
        { provider: 'vobiz', ...nothing },
        { provider: 'asterisk', ...nothing },
        { provider: 'sip', ...nothing },
      ],
    };
    expect((await ask('GET', voiceUrl)).json()).toEqual(none);

    const put = await ask('PUT', `${settingsUrl}/telephony_a`, { body: given });
    const { auth_token: _, ...shown } = given;
    const status = {
      provider: 'telephony_a',
      is_connected: true,
      implemented: true,
      connected_at: isoTime,
      ...shown,
      require_signed_callbacks: false,
      number_proof: 'pending',
      credentials: 'stored',
      detail: null,
      ...shownOfA,
    };
    expect([put.statusCode, put.json()]).toEqual([200, status]);
    const other = { ...given, auth_id: 'account:other', phone_number: '+912025550199' };
    const answered = (await ask('PUT', `${voiceUrl}/telephony_b`, { body: other })).json();
    expect(answered).toEqual({ provider: 'telephony_b', is_connected: true });

    const [one, settingsSet, voiceSet] = [
      await ask('GET', `${settingsUrl}/telephony_a`),
      await ask('GET', settingsUrl),
      await ask('GET', voiceUrl),
    ];
    expect(one.json()).toEqual(status);
    expect(settingsSet.json().providers[1]).toEqual({
      provider: 'telephony_b',
      is_connected: true,
      implemented: true,
      connected_at: isoTime,
    });
    expect(voiceSet.json()).toEqual({
      providers: [
        { provider: 'telephony_a', is_connected: true, connected_at: isoTime, ...shown },
        {
          provider: 'telephony_b',
          is_connected: true,
          connected_at: isoTime,
          auth_id: 'account:other',
          phone_number: '+912025550199',
        },
        { provider: 'twilio', ...nothing },
        { provider: 'telnyx', ...nothing },
        { provider: 'vonage', ...nothing },
        { provider: 'vobiz', ...nothing },
        { provider: 'asterisk', ...nothing },
        { provider: 'sip', ...nothing },
      ],
    });
    for (const { body } of [put, one, settingsSet, voiceSet]) expect(body).not.toContain('auth_token');
    expect(JSON.stringify(logged)).not.toContain(canary);

    await ask('PUT', `${voiceUrl}/telephony_a`, { body: { ...given, auth_id: 'replaced' } });
    expect((await ask('GET', `${settingsUrl}/telephony_a`)).json().auth_id).toBe('replaced');
    for (const url of [`${settingsUrl}/telephony_a`, `${voiceUrl}/telephony_b`, `${voiceUrl}/telephony_b`])
      expect((await ask('DELETE', url)).statusCode).toBe(204);
    expect((await ask('DELETE', `${settingsUrl}/sip`)).statusCode).toBe(400);
    expect((await ask('GET', voiceUrl)).json()).toEqual(none);
  });

  test('connecting without a key names the variable on a shared database, and creates a key on a single node', async () => {
    const where = await place();
    const { ask } = await openConnections(where, undefined);
    if (where.databaseUrl === undefined) {
      for (const url of [settingsUrl, voiceUrl]) {
        expect((await ask('PUT', `${url}/telephony_a`, { body: given })).statusCode).toBeLessThan(300);
        expect((await ask('GET', url)).json().providers[0].is_connected).toBe(true);
      }
      return;
    }
    for (const url of [settingsUrl, voiceUrl]) {
      const refused = await ask('PUT', `${url}/telephony_a`, { body: given });
      expect(refused.statusCode).toBe(503);
      expect(refused.json().detail).toMatch(/SETTINGS_ENCRYPTION_KEY is not set\. Set it/);
      expect((await ask('GET', url)).json().providers[0].is_connected).toBe(false);
    }
    expect((await ask('GET', `${settingsUrl}/telephony_a`)).json()).toMatchObject({
      is_connected: false,
      connected_at: null,
      credentials: 'none',
      detail: expect.stringContaining('SETTINGS_ENCRYPTION_KEY is not set'),
    });
    expect((await ask('DELETE', `${settingsUrl}/telephony_a`)).statusCode).toBe(204);
  });

  test.each([
    ['another key', 'another key of enough characters', /another SETTINGS_ENCRYPTION_KEY.*enter the value again/],
    ['no key', undefined, /SETTINGS_ENCRYPTION_KEY is not set|another SETTINGS_ENCRYPTION_KEY/],
  ])(
    'what was stored is unreadable with %s, is told to be, and is there again with its own',
    async (_, other, detail) => {
      const where = await place();
      const first = await openConnections(where, key);
      await first.ask('PUT', `${settingsUrl}/telephony_a`, { body: given });
      await first.close();

      const second = await openConnections(where, other);
      const status = await second.ask('GET', `${settingsUrl}/telephony_a`);
      const nothing = { is_connected: false, connected_at: null, phone_number: null, auth_id: null };
      expect([status.statusCode, status.json()]).toEqual([
        200,
        {
          provider: 'telephony_a',
          implemented: true,
          ...nothing,
          require_signed_callbacks: false,
          number_proof: null,
          credentials: 'unreadable',
          detail: expect.stringMatching(detail),
          ...shownOfA,
        },
      ]);
      expect((await second.ask('GET', settingsUrl)).json().providers[0]).toMatchObject({ is_connected: false });
      expect((await second.ask('GET', voiceUrl)).json().providers[0]).toEqual({ provider: 'telephony_a', ...nothing });
      expect(await serviceOn(second, other).credentialsFor(localOrganisation, 'telephony_a')).toEqual({
        state: 'unreadable',
        detail: expect.stringMatching(detail),
      });
      await second.close();

      const third = await openConnections(where, key);
      expect((await third.ask('GET', `${settingsUrl}/telephony_a`)).json()).toMatchObject({ is_connected: true });
      await third.close();
      if (other === undefined) return;
      const again = await openConnections(where, other);
      expect((await again.ask('PUT', `${settingsUrl}/telephony_a`, { body: given })).json()).toMatchObject({
        is_connected: true,
        credentials: 'stored',
        detail: null,
      });
    },
  );

  test('each organisation has its own connections, also for placing calls', async () => {
    const app = await openConnections(await place(), key);
    const connections = serviceOn(app, key);
    await app.ask('PUT', `${settingsUrl}/telephony_a`, { body: given });
    const list = async (as: 'admin' | 'stranger') => (await app.ask('GET', voiceUrl, { as })).json().providers[0];
    expect(await list('stranger')).toMatchObject({ is_connected: false, auth_id: null });
    const body = { ...given, auth_id: 'theirs' };
    await app.ask('PUT', `${settingsUrl}/telephony_a`, { as: 'stranger', body });
    expect(await list('admin')).toMatchObject({ auth_id: given.auth_id });
    await app.ask('DELETE', `${settingsUrl}/telephony_a`, { as: 'stranger' });
    expect(await connections.credentialsFor(localOrganisation, 'telephony_a')).toMatchObject({
      state: 'connected',
      credentials: { authId: given.auth_id, authToken: canary, phoneNumber: given.phone_number },
    });
    expect(await connections.credentialsFor(theirs, 'telephony_a')).toEqual({ state: 'not_connected' });
    expect(await connections.credentialsFor(localOrganisation, 'telephony_b')).toEqual({ state: 'not_connected' });
  });

  test('the audit log records who connected and which fields, without values', async () => {
    const { ask } = await openConnections(await place(), key);
    await ask('PUT', `${settingsUrl}/telephony_a`, { body: given });
    await ask('PUT', `${voiceUrl}/telephony_b`, { body: { ...given, phone_number: 'none' } });
    await ask('DELETE', `${voiceUrl}/telephony_a`);
    const events = async () => (await ask('GET', '/api/audit')).json().events as Record<string, unknown>[];
    await expect
      .poll(async () =>
        (await events()).map(({ action, subject, fields, status }) => [action, subject, fields, status]),
      )
      .toEqual([
        ['DELETE /api/voice/integrations/telephony/{provider}', { provider: 'telephony_a' }, [], 204],
        ['PUT /api/integrations/telephony/{provider}', { provider: 'telephony_a' }, Object.keys(given), 200],
      ]);
    const audit = JSON.stringify(await events());
    for (const value of Object.values(given)) expect(audit).not.toContain(value);
  });
});

describe('access to connections, and accepted values', () => {
  const shared = openAppOnce({
    env: { SETTINGS_ENCRYPTION_KEY: key },
    authenticator: fakeAuthenticator(people),
  });

  test('admins change connections with a session; members and keys read the values that are not secret', async () => {
    const { ask } = askedBy(shared());
    for (const as of ['manager', 'member', 'key'] as const) {
      const status = async (method: 'GET' | 'PUT' | 'DELETE', url: string) =>
        (await ask(method, url, { as, ...(method === 'PUT' ? { body: given } : {}) })).statusCode;
      expect(await status('GET', settingsUrl)).toBe(403);
      for (const url of [settingsUrl, voiceUrl])
        expect([await status('PUT', `${url}/telephony_a`), await status('DELETE', `${url}/telephony_a`)]).toEqual([
          403, 403,
        ]);
      expect(await status('GET', `${settingsUrl}/telephony_a`)).toBe(403);
      expect(await status('GET', voiceUrl)).toBe(200);
    }
  });

  test.each([
    ['a number that is not E.164', { ...given, phone_number: '02025550143' }, 400, /phone_number: must be an E\.164/],
    ['a number with blanks', { ...given, phone_number: '+1 202 555 0143' }, 400, /phone_number/],
    ['no token', { auth_id: 'a', phone_number: given.phone_number }, 400, /auth_token/],
    ['an empty token', { ...given, auth_token: '' }, 400, /auth_token: must not be empty/],
    [
      'a line break in the token',
      { ...given, auth_token: `${canary}\r\nX-Other: 1` },
      400,
      /auth_token: must not contain/,
    ],
    ['NUL in the id', { ...given, auth_id: 'a\0b' }, 400, /auth_id/],
    ['nothing', undefined, 400, /./],
  ])('%s is refused, and what was sent is not repeated', async (_, body, status, detail) => {
    const { ask } = askedBy(shared());
    for (const url of [settingsUrl, voiceUrl]) {
      const answer = await ask('PUT', `${url}/telephony_a`, body === undefined ? {} : { body });
      expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(detail)]);
      expect(answer.body).not.toContain(canary);
    }
  });

  test('an unsupported provider is rejected, an unknown one is 404', async () => {
    const { ask } = askedBy(shared());
    for (const url of [settingsUrl, voiceUrl]) {
      const refused = await ask('PUT', `${url}/telephony_c`, { body: given });
      expect([refused.statusCode, refused.json().detail]).toEqual([
        400,
        expect.stringContaining('is not supported yet'),
      ]);
      expect((await ask('PUT', `${url}/acme`, { body: given })).statusCode).toBe(404);
      expect((await ask('DELETE', `${url}/acme`)).statusCode).toBe(404);
    }
    expect((await ask('GET', `${settingsUrl}/telephony_c`)).json()).toMatchObject({ implemented: false, detail: null });
    expect((await ask('GET', `${settingsUrl}/acme`)).statusCode).toBe(404);
  });
});
